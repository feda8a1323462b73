/*
** JPEG pictures: samples of a tensor to JPEG data and back, with libjpeg. Pictures are gray or have
** three colours. tensor/formats/picture.lua turns samples into pictures.
**
** A picture that is cut is an error here, where libjpeg fills it up and warns. So is one that
** takes more memory than its bytes can fill: each block of 8x8 samples takes a bit at least, unless
** coding is arithmetic, which is refused.
**
** Invariant: libjpeg reports an error by longjmp (on_error). The functions that a jump may leave
** (read_rows, write_rows) call no Lua, and all they hold stands in a Jpeg that their caller gives
** back.
*/
#include "formats/formats.h"

#ifdef TH_JPEG
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#define BLOCK 16384    /* bytes that are written at a time */
#define MOST_SCANS 500 /* a scan takes a few bytes, but as much time as the whole picture */

typedef struct Jpeg {
  struct jpeg_decompress_struct in;
  struct jpeg_compress_struct out;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_destination_mgr destination;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  THSink *sink;
  int status;       /* of the last failure */
  JOCTET block[BLOCK];
} Jpeg;

/* --- errors --- */

static _Noreturn void fail(j_common_ptr common, const char *text)
{
  Jpeg *j = common->client_data;
  if (!j->status) j->status = th_fail(TH_EINVAL, "%s", text);
  longjmp(j->jump, 1);
}

static _Noreturn void on_error(j_common_ptr common)
{
  char text[JMSG_LENGTH_MAX];
  common->err->format_message(common, text);
  fail(common, text);
}

/* Warnings that samples are missing, which libjpeg makes up. */
static void on_message(j_common_ptr common, int level)
{
  static const int lost[] = {JWRN_HIT_MARKER, JWRN_JPEG_EOF, JWRN_HUFF_BAD_CODE, JWRN_MUST_RESYNC};
  if (level >= 0) return;
  for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
    if (common->err->msg_code == lost[i]) on_error(common);
}

static void set_errors(Jpeg *j)
{
  jpeg_std_error(&j->errors);
  j->errors.error_exit = on_error;
  j->errors.emit_message = on_message;
}

/* --- writing --- */

static void begin_block(j_compress_ptr out)
{
  Jpeg *j = out->client_data;
  j->destination.next_output_byte = j->block;
  j->destination.free_in_buffer = BLOCK;
}

static void write_block(j_compress_ptr out, int64_t count)
{
  Jpeg *j = out->client_data;
  j->status = THSink_write(j->sink, j->block, count);
  if (j->status) fail((j_common_ptr)out, "");
  begin_block(out);
}

static boolean on_full(j_compress_ptr out)
{
  write_block(out, BLOCK);
  return TRUE;
}

static void on_end(j_compress_ptr out)
{
  Jpeg *j = out->client_data;
  write_block(out, BLOCK - (int64_t)j->destination.free_in_buffer);
}

static int write_rows(Jpeg *j, const THTensor *t, int quality)
{
  set_errors(j);
  j->out.err = &j->errors;
  j->out.client_data = j;
  if (setjmp(j->jump)) return j->status;
  jpeg_create_compress(&j->out);
  j->destination = (struct jpeg_destination_mgr){
    .init_destination = begin_block, .empty_output_buffer = on_full, .term_destination = on_end
  };
  j->out.dest = &j->destination;
  j->out.image_height = (JDIMENSION)t->size[0];
  j->out.image_width = (JDIMENSION)t->size[1];
  j->out.input_components = (int)t->size[2];
  j->out.in_color_space = t->size[2] == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&j->out);
  jpeg_set_quality(&j->out, quality, TRUE);
  jpeg_start_compress(&j->out, TRUE);
  const int64_t row = t->size[1] * t->size[2];
  for (int64_t y = 0; y < t->size[0]; y++) {
    JSAMPROW samples = (JSAMPROW)THTensor_data(t) + y * row;
    jpeg_write_scanlines(&j->out, &samples, 1);
  }
  jpeg_finish_compress(&j->out);
  return TH_OK;
}

/* jpegWrite(sink, samples, quality): a contiguous ByteTensor of size rows x columns x channels, 1
   or 3 channels */
static int jpeg_write(lua_State *L)
{
  THSink *sink = luaTH_checksink(L, 1);
  const THTensor *t = luaTH_checksamples(L, 2);
  const int64_t quality = luaTH_tointeger(L, 3, "quality");
  if (t->dtype != TH_BYTE || (t->size[2] != 1 && t->size[2] != 3))
    return luaL_error(L, "JPEG has 1 or 3 channels of 8 bits");
  if (t->size[0] > JPEG_MAX_DIMENSION || t->size[1] > JPEG_MAX_DIMENSION)
    return luaL_error(L, "no JPEG has size %s (rows, columns, channels)",
                      THTensor_sizeText(t).text);
  if (quality < 1 || quality > 100) return luaL_error(L, "the option quality is 1 to 100");
  Jpeg *j = lua_newuserdata(L, sizeof *j);
  memset(j, 0, sizeof *j);
  j->sink = sink;
  luaTH_result(L, THTensor_operand("save", t), 0); /* finalizers may have shrunk the storage */
  luaTH_Memory *memory = luaTH_enter(L);
  const int status = write_rows(j, t, (int)quality);
  jpeg_destroy_compress(&j->out);
  luaTH_leave(L, memory);
  return luaTH_result(L, status, 0);
}

/* --- reading --- */

static void on_begin(j_decompress_ptr in)
{
  (void)in;
}

/* All bytes are there from the beginning, so more are asked for only where some are missing. */
static boolean on_missing(j_decompress_ptr in)
{
  fail((j_common_ptr)in, "the picture ends early");
}

static void skip_bytes(j_decompress_ptr in, long count)
{
  if (count <= 0) return;
  if ((size_t)count > in->src->bytes_in_buffer) on_missing(in);
  in->src->next_input_byte += count;
  in->src->bytes_in_buffer -= (size_t)count;
}

static void on_progress(j_common_ptr common)
{
  if (((j_decompress_ptr)common)->input_scan_number > MOST_SCANS) fail(common, "too many scans");
}

static void set_source(Jpeg *j, const THBytes *bytes)
{
  j->source = (struct jpeg_source_mgr){
    .next_input_byte = bytes->data, .bytes_in_buffer = (size_t)bytes->size,
    .init_source = on_begin, .fill_input_buffer = on_missing, .skip_input_data = skip_bytes,
    .resync_to_restart = jpeg_resync_to_restart, .term_source = on_begin
  };
  j->progress.progress_monitor = on_progress;
  j->in.src = &j->source;
  j->in.progress = &j->progress;
}

static int check_size(const struct jpeg_decompress_struct *in, const THBytes *bytes)
{
  int64_t blocks = 0;
  for (int i = 0; i < in->num_components; i++)
    blocks += (int64_t)in->comp_info[i].width_in_blocks * in->comp_info[i].height_in_blocks;
  if (in->arith_code) return th_fail(TH_EUNSUPPORTED, "JPEG with arithmetic coding is not read");
  if (in->num_components != 1 && in->num_components != 3)
    return th_fail(TH_EUNSUPPORTED, "JPEG with %d channels is not read; 1 or 3 are",
                   in->num_components);
  if (blocks / 8 > bytes->size)
    return th_fail(TH_EINVAL, "%" PRId64 " bytes are too few for %ux%u pixels", bytes->size,
                   in->image_height, in->image_width);
  return TH_OK;
}

static int read_rows(Jpeg *j, THTensor *out, const THBytes *bytes)
{
  set_errors(j);
  j->in.err = &j->errors;
  j->in.client_data = j;
  if (setjmp(j->jump)) return j->status;
  jpeg_create_decompress(&j->in);
  set_source(j, bytes);
  jpeg_read_header(&j->in, TRUE);
  TH_TRY(check_size(&j->in, bytes));
  const int channels = j->in.num_components;
  j->in.out_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  const int64_t size[] = {j->in.image_height, j->in.image_width, channels};
  TH_TRY(THTensor_new(out, 0, TH_BYTE, 3, size));
  jpeg_start_decompress(&j->in);
  while (j->in.output_scanline < j->in.output_height) {
    JSAMPROW row = (JSAMPROW)THTensor_data(out) + j->in.output_scanline * size[1] * channels;
    jpeg_read_scanlines(&j->in, &row, 1);
  }
  jpeg_finish_decompress(&j->in);
  return TH_OK;
}

static int read_jpeg(THTensor *out, const THBytes *bytes, const void *room)
{
  Jpeg *j = *(Jpeg *const *)room;
  memset(j, 0, sizeof *j);
  const int status = read_rows(j, out, bytes);
  jpeg_destroy_decompress(&j->in);
  return status;
}

/* samples = jpegRead(source): a ByteTensor of size rows x columns x channels */
static int jpeg_read(lua_State *L)
{
  lua_settop(L, 1);
  const THBytes bytes = luaTH_checkbytes(L, 1);
  Jpeg *j = lua_newuserdata(L, sizeof *j);
  return luaTH_pushread(L, read_jpeg, &bytes, &j);
}

#else

static int missing(lua_State *L)
{
  return luaTH_result(L, THBytes_missing("libjpeg", "libjpeg-dev", "libjpeg-turbo-devel"), 0);
}

#define jpeg_read missing
#define jpeg_write missing

#endif

void luaTH_addjpeg(lua_State *L)
{
  static const luaL_Reg functions[] = {
    {"jpegRead", jpeg_read}, {"jpegWrite", jpeg_write}, {NULL, NULL}
  };
  luaTH_addfunctions(L, functions);
}
