/*
** PNG pictures: samples of a tensor to PNG data and back, with libpng. Samples are the numbers that
** the file stores: colour spaces and gamma (gAMA, sRGB, iCCP) are neither applied nor written.
** tensor/formats/picture.lua turns samples into pictures.
**
** Invariant: libpng reports an error by longjmp. The functions that a jump may leave (read_rows,
** write_rows) call no Lua, and all they hold stands in a Png that their caller gives back.
*/
#include "formats/formats.h"

#ifdef TH_PNG
#include <png.h>
#include <string.h>

/* Deflate makes at most 1032 bytes from one. */
#define MOST_INFLATED 1032

typedef struct Png {
  png_structp png;
  png_infop info;
  const THBytes *bytes; /* read from, at */
  int64_t at;
  THSink *sink; /* or written to */
  int status;   /* of the last failure */
} Png;

static PNG_NORETURN void on_error(png_structp png, png_const_charp text)
{
  Png *p = png_get_error_ptr(png);
  if (!p->status) p->status = th_fail(TH_EINVAL, "%s", text);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
  (void)png;
  (void)text;
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
  p->status = THSink_write(p->sink, bytes, (int64_t)count);
  if (p->status) png_error(png, "");
}

static void flush_nothing(png_structp png)
{
  (void)png;
}

static int write_rows(Png *p, const THTensor *t)
{
  static const int colours[] = {
    0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA
  };
  const int isWide = t->dtype == TH_UINT16;
  const uint16_t one = 1;
  p->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, p, on_error, on_warning);
  if (!p->png || !(p->info = png_create_info_struct(p->png)))
    return th_fail(TH_ENOMEM, "not enough memory");
  if (setjmp(png_jmpbuf(p->png))) return p->status;
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

/* pngWrite(sink, samples): a contiguous Byte- or UInt16Tensor of size rows x columns x channels, 1
   to 4 channels */
static int png_write(lua_State *L)
{
  Png p = {.sink = luaTH_checksink(L, 1)};
  const THTensor *t = luaTH_checksamples(L, 2);
  if (!fits_png(t->size[0], t->size[1]))
    return luaL_error(L, "no PNG has size %s (rows, columns, channels)", THTensor_sizeText(t).text);
  luaTH_Memory *memory = luaTH_enter(L);
  const int status = write_rows(&p, t);
  png_destroy_write_struct(&p.png, &p.info);
  luaTH_leave(L, memory);
  return luaTH_result(L, status, 0);
}

/* --- reading --- */

static void read_bytes(png_structp png, png_bytep bytes, size_t count)
{
  Png *p = png_get_io_ptr(png);
  if ((int64_t)count > p->bytes->size - p->at) png_error(png, "the picture ends early");
  memcpy(bytes, p->bytes->data + p->at, count);
  p->at += (int64_t)count;
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
static int read_rows(Png *p, THTensor *out)
{
  p->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, p, on_error, on_warning);
  if (!p->png || !(p->info = png_create_info_struct(p->png)))
    return th_fail(TH_ENOMEM, "not enough memory");
  if (setjmp(png_jmpbuf(p->png))) return p->status;
  png_set_read_fn(p->png, p, read_bytes);
  png_read_info(p->png, p->info);
  const int64_t height = png_get_image_height(p->png, p->info);
  const int64_t width = png_get_image_width(p->png, p->info);
  if (!fits_png(height, width))
    return th_fail(TH_EINVAL, "%" PRId64 "x%" PRId64 " pixels are too many", height, width);
  if (height * (int64_t)png_get_rowbytes(p->png, p->info) / MOST_INFLATED > p->bytes->size)
    return th_fail(TH_EINVAL, "%" PRId64 " bytes are too few for %" PRId64 "x%" PRId64 " pixels",
                   p->bytes->size, height, width);
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
  png_read_end(p->png, NULL); /* a picture that is cut in its last bytes is an error too */
  return TH_OK;
}

static int read_png(THTensor *out, const THBytes *bytes, const void *context)
{
  Png p = {.bytes = bytes};
  (void)context;
  const int status = read_rows(&p, out);
  png_destroy_read_struct(&p.png, &p.info, NULL);
  return status;
}

/* samples = pngRead(source): a ByteTensor or, for samples of 16 bits, a UInt16Tensor of size rows x
   columns x channels */
static int png_read(lua_State *L)
{
  lua_settop(L, 1);
  const THBytes bytes = luaTH_checkbytes(L, 1);
  return luaTH_pushread(L, read_png, &bytes, NULL);
}

#else

static int missing(lua_State *L)
{
  return luaTH_result(L, THBytes_missing("libpng", "libpng-dev", "libpng-devel"), 0);
}

#define png_read missing
#define png_write missing

#endif

void luaTH_addpng(lua_State *L)
{
  static const luaL_Reg functions[] = {
    {"pngRead", png_read}, {"pngWrite", png_write}, {NULL, NULL}
  };
  luaTH_addfunctions(L, functions);
}
