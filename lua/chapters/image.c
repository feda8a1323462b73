/*
** PNG pictures: bytes of a tensor to PNG data and back, in memory, with libpng's simplified API.
** tensor/image.lua reads and writes the files.
**
** Invariant: this API reports errors by a return value and never by longjmp, which would skip Lua's
** own clean-up. Without libpng (no TH_PNG) both functions raise an error that says what to install.
*/
#include "core/luaTH.h"

#ifdef TH_PNG
#include <png.h>

/* The format by number of channels, 1 to 4: gray, gray and alpha, colour, colour and alpha. */
static const png_uint_32 formats[] = {
  0, PNG_FORMAT_GRAY, PNG_FORMAT_GA, PNG_FORMAT_RGB, PNG_FORMAT_RGBA
};

/* Free libpng's memory; return nil and its message. */
static int png_failed(lua_State *L, png_image *image)
{
  png_image_free(image);
  lua_pushnil(L);
  lua_pushstring(L, image->message);
  return 2;
}

/* libpng refuses longer sides and counts bytes in 32 bits. */
static int fits_png(int64_t height, int64_t width)
{
  const int64_t side = 1000000, pixels = 0x7fffffff / 4;
  return height > 0 && width > 0 && height <= side && width <= side && height * width <= pixels;
}

/* text = encode(bytes), or nil and a message. bytes is a contiguous ByteTensor of size rows x
   columns x channels, 1 to 4 channels. */
static int encode(lua_State *L)
{
  const THTensor *t = luaTH_checktensor(L, 1);
  luaTH_result(L, THTensor_operand("image", t), 0);
  if (t->dtype != TH_BYTE || t->nDimension != 3 || !THTensor_isContiguous(t))
    return luaL_error(L, "image: a contiguous ByteTensor of 3 dimensions expected");
  if (t->size[2] < 1 || t->size[2] > 4 || !fits_png(t->size[0], t->size[1]))
    return luaL_error(L, "image: no PNG has size %s (rows, columns, channels)",
                      THTensor_sizeText(t).text);
  png_image image = {.version = PNG_IMAGE_VERSION, .height = (png_uint_32)t->size[0],
                     .width = (png_uint_32)t->size[1], .format = formats[t->size[2]]};
  png_alloc_size_t length = PNG_IMAGE_PNG_SIZE_MAX(image);
  char *memory = lua_newuserdata(L, length);
  luaTH_result(L, THTensor_operand("image", t), 0); /* finalizers may have shrunk the storage */
  if (!png_image_write_to_memory(&image, memory, &length, 0, THTensor_data(t), 0, NULL))
    return png_failed(L, &image);
  lua_pushlstring(L, memory, length);
  return 1;
}

static int channels_of(const png_image *image)
{
  int colour = image->format & PNG_FORMAT_FLAG_COLOR, alpha = image->format & PNG_FORMAT_FLAG_ALPHA;
  return (colour ? 3 : 1) + (alpha ? 1 : 0);
}

/* bytes = decode(text), or nil and a message. bytes is a ByteTensor of size rows x columns x
   channels; 16-bit samples are reduced to 8 bits. */
static int decode(lua_State *L)
{
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  THTensor *out = luaTH_newtensor(L, TH_BYTE);
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_memory(&image, text, length)) return png_failed(L, &image);
  int channels = channels_of(&image), fitting = fits_png(image.height, image.width);
  image.format = formats[channels];
  const int64_t size[] = {image.height, image.width, channels};
  luaTH_Memory *memory = luaTH_enter(L);
  int status = fitting ? THTensor_new(out, 0, TH_BYTE, 3, size)
                       : th_fail(TH_ENOMEM, "image: %" PRIu32 "x%" PRIu32 " pixels are too many",
                                 image.height, image.width);
  if (status) png_image_free(&image);
  luaTH_result(L, status, 0);
  luaTH_leave(L, memory);
  if (!png_image_finish_read(&image, NULL, THTensor_data(out), 0, NULL))
    return png_failed(L, &image);
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
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, encode);
  lua_setfield(L, -2, "encode");
  lua_pushcfunction(L, decode);
  lua_setfield(L, -2, "decode");
  lua_setfield(L, -2, "png");
}
