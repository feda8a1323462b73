/*
** PNG pictures: samples of a tensor to PNG data and back, with libpng. Samples are the numbers that
** the file stores: colour spaces and gamma (gAMA, sRGB, iCCP) are neither applied nor written.
** tensor/image.lua turns samples into pictures.
**
** Invariant: libpng reports an error by longjmp. The functions that a jump may leave (read_picture,
** write_picture) call no Lua, and all they hold stands in a Png that their caller gives back.
*/
#include "core/luaTH.h"

#ifdef TH_PNG
#include <errno.h>
#include <png.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Deflate makes at most 1032 bytes from one. */
#define MOST_INFLATED 1032

typedef struct Png {
  png_structp png;
  png_infop info;
  FILE *file;       /* read from, or NULL */
  char *bytes;      /* else the bytes that are read or written: at, of length */
  size_t at;
  int64_t length;   /* of a file too; -1 if it is no regular file, so that its length is unknown */
  int isBad;        /* the file is at fault, or the memory that libpng had: message says why */
  char message[160];
} Png;

static int bad_file(Png *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int bad_file(Png *p, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  vsnprintf(p->message, sizeof p->message, format, values);
  va_end(values);
  p->isBad = 1;
  return TH_EINVAL;
}

static PNG_NORETURN void on_error(png_structp png, png_const_charp text)
{
  bad_file(png_get_error_ptr(png), "%s", text);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
  (void)png;
  (void)text;
}

static void give_back(Png *p, int isRead)
{
  if (isRead) png_destroy_read_struct(&p->png, &p->info, NULL);
  else png_destroy_write_struct(&p->png, &p->info);
  if (p->file) fclose(p->file);
}

/* Push nil and why the file is bad, if it is. Any other failure is raised. */
static int failed(lua_State *L, const Png *p, int status)
{
  if (!p->isBad) return luaTH_result(L, status, 0);
  lua_pushnil(L);
  lua_pushstring(L, p->message);
  return 2;
}

/* libpng refuses longer sides; a picture has fewer than 2^31 bytes. */
static int fits_png(int64_t height, int64_t width)
{
  const int64_t side = 1000000, pixels = INT32_MAX / 8;
  return height > 0 && width > 0 && height <= side && width <= side && height * width <= pixels;
}

/* --- writing --- */

static void write_bytes(png_structp png, png_bytep bytes, size_t count)
{
  Png *p = png_get_io_ptr(png);
  if (count > (size_t)p->length - p->at) png_error(png, "the picture is longer than foreseen");
  memcpy(p->bytes + p->at, bytes, count);
  p->at += count;
}

static void flush_nothing(png_structp png)
{
  (void)png;
}

static int write_picture(Png *p, const THTensor *t)
{
  static const int colours[] = {
    0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA
  };
  const int isWide = t->dtype == TH_UINT16;
  const uint16_t one = 1;
  p->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, p, on_error, on_warning);
  if (!p->png || !(p->info = png_create_info_struct(p->png))) return bad_file(p, "out of memory");
  if (setjmp(png_jmpbuf(p->png))) return TH_EINVAL;
  png_set_write_fn(p->png, p, write_bytes, flush_nothing);
  png_set_IHDR(p->png, p->info, (png_uint_32)t->size[1], (png_uint_32)t->size[0], isWide ? 16 : 8,
               colours[t->size[2]], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_write_info(p->png, p->info);
  if (isWide && *(const char *)&one) png_set_swap(p->png);
  const size_t row = (size_t)(t->size[1] * t->size[2]) << isWide;
  for (int64_t y = 0; y < t->size[0]; y++)
    png_write_row(p->png, (png_const_bytep)THTensor_data(t) + (size_t)y * row);
  png_write_end(p->png, NULL);
  return TH_OK;
}

/* text = encode(samples), or nil and a message. samples is a contiguous Byte- or UInt16Tensor of
   size rows x columns x channels, 1 to 4 channels. */
static int encode(lua_State *L)
{
  const THTensor *t = luaTH_checktensor(L, 1);
  luaTH_result(L, THTensor_operand("image", t), 0);
  if ((t->dtype != TH_BYTE && t->dtype != TH_UINT16) || t->nDimension != 3 ||
      !THTensor_isContiguous(t))
    return luaL_error(L, "image: a contiguous Byte- or UInt16Tensor of 3 dimensions expected");
  if (t->size[2] < 1 || t->size[2] > 4 || !fits_png(t->size[0], t->size[1]))
    return luaL_error(L, "image: no PNG has size %s (rows, columns, channels)",
                      THTensor_sizeText(t).text);
  const int64_t raw = t->size[0] * (1 + t->size[1] * t->size[2] * THDtype_traits(t->dtype)->size);
  /* What deflate cannot make smaller it stores, with 5 bytes for each 16 KB; a chunk of 8 KB has 12
     bytes more. */
  Png p = {.length = raw + raw / 128 + 1024};
  p.bytes = lua_newuserdata(L, (size_t)p.length);
  luaTH_result(L, THTensor_operand("image", t), 0); /* finalizers may have shrunk the storage */
  const int status = write_picture(&p, t);
  give_back(&p, 0);
  if (status) return failed(L, &p, status);
  lua_pushlstring(L, p.bytes, p.at);
  return 1;
}

/* --- reading --- */

static void read_bytes(png_structp png, png_bytep bytes, size_t count)
{
  Png *p = png_get_io_ptr(png);
  if (p->file) {
    if (fread(bytes, 1, count, p->file) != count)
      png_error(png, ferror(p->file) ? strerror(errno) : "the file ends early");
  } else {
    if (count > (size_t)p->length - p->at) png_error(png, "the data ends early");
    memcpy(bytes, p->bytes + p->at, count);
    p->at += count;
  }
}

/* Let libpng hand out whole samples: gray or colours, of 8 or 16 bits, in this machine's order. */
static void set_samples(Png *p)
{
  const uint16_t one = 1;
  png_set_expand(p->png); /* palettes to colours, 1 to 4 bits to 8, transparency to alpha */
  if (*(const char *)&one) png_set_swap(p->png);
}

/* A picture of size rows x columns x channels, of bytes or of uint16. Nothing is allocated that the
   length of the file cannot fill. */
static int read_picture(Png *p, THTensor *out)
{
  p->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, p, on_error, on_warning);
  if (!p->png || !(p->info = png_create_info_struct(p->png))) return bad_file(p, "out of memory");
  if (setjmp(png_jmpbuf(p->png))) return TH_EINVAL;
  png_set_read_fn(p->png, p, read_bytes);
  png_read_info(p->png, p->info);
  const int64_t height = png_get_image_height(p->png, p->info);
  const int64_t width = png_get_image_width(p->png, p->info);
  if (!fits_png(height, width))
    return bad_file(p, "%" PRId64 "x%" PRId64 " pixels are too many", height, width);
  if (p->length >= 0 &&
      height * (int64_t)png_get_rowbytes(p->png, p->info) / MOST_INFLATED > p->length)
    return bad_file(p, "%" PRId64 " bytes are too few for %" PRId64 "x%" PRId64 " pixels",
                    p->length, height, width);
  set_samples(p);
  const int passes = png_set_interlace_handling(p->png);
  png_read_update_info(p->png, p->info);
  const int64_t size[] = {height, width, png_get_channels(p->png, p->info)};
  const int dtype = png_get_bit_depth(p->png, p->info) == 16 ? TH_UINT16 : TH_BYTE;
  TH_TRY(THTensor_new(out, 0, dtype, 3, size));
  const size_t row = png_get_rowbytes(p->png, p->info);
  for (int64_t pass = 0; pass < passes; pass++)
    for (int64_t y = 0; y < height; y++)
      png_read_row(p->png, (png_bytep)THTensor_data(out) + (size_t)y * row, NULL);
  return TH_OK;
}

static int open_file(Png *p, const char *path)
{
  struct stat about;
  p->file = fopen(path, "rb");
  if (!p->file) return bad_file(p, "%s", strerror(errno));
  p->length = fstat(fileno(p->file), &about) == 0 && S_ISREG(about.st_mode) ? about.st_size : -1;
  return TH_OK;
}

/* Read from a file, or from bytes if path is NULL. */
static int read_from(Png *p, const char *path, const char *bytes, size_t length, THTensor *out)
{
  *p = (Png){.bytes = (char *)bytes, .length = (int64_t)length};
  int status = path ? open_file(p, path) : TH_OK;
  if (!status) status = read_picture(p, out);
  give_back(p, 1);
  return status;
}

/* samples = decode(text) or load(path), the upvalue says which; or nil and a message. samples is a
   ByteTensor or, for samples of 16 bits, a UInt16Tensor of size rows x columns x channels. */
static int decode(lua_State *L)
{
  size_t length;
  lua_settop(L, 1);
  const char *text = luaL_checklstring(L, 1, &length);
  const char *path = lua_toboolean(L, lua_upvalueindex(1)) ? text : NULL;
  Png p;
  THTensor *out = luaTH_newtensor(L, TH_BYTE);
  luaTH_Memory *memory = luaTH_enter(L);
  int status = read_from(&p, path, text, length, out);
  if (!p.isBad && luaTH_again(L, status, 2)) status = read_from(&p, path, text, length, out);
  if (status) return failed(L, &p, status);
  luaTH_settype(L, 2);
  luaTH_leave(L, memory);
  return 1;
}

#else

static int missing(lua_State *L)
{
  return luaL_error(L, "image: built without libpng; install it (Debian: libpng-dev, Fedora: "
                       "libpng-devel) and build again");
}

#define encode missing
#define decode missing

#endif

void luaTH_openimage(lua_State *L)
{
  lua_createtable(L, 0, 3);
  lua_pushcfunction(L, encode);
  lua_setfield(L, -2, "encode");
  for (int fromFile = 0; fromFile < 2; fromFile++) {
    lua_pushboolean(L, fromFile);
    lua_pushcclosure(L, decode, 1);
    lua_setfield(L, -2, fromFile ? "load" : "decode");
  }
  lua_setfield(L, -2, "png");
}
