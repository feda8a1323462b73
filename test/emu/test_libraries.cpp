/* The stand-ins for libraries: products, solvers, sorting and running sums, on operands of a device
   and in a stream's order. */
#include "THC/kernels/thc_sort.h"
#include "support.h"

#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cusolverDn.h>
#include <cusparse.h>

#include <cmath>

/* c = 2 a b - c for a stack of two products, 2 x 3 times 3 x 2, column-major. Both use the same b,
   given as its transpose. */
template <class T> static void test_product(cudaDataType type, cublasComputeType_t computed)
{
  std::vector<T> a, b, c(8, T(1.0f));
  for (int i = 0; i < 12; i++) a.push_back(T(static_cast<float>(i % 6 + 1)));
  for (float x : {1, 0, 0, 1, 1, 1}) b.push_back(T(x));
  Device<T> da(a), db(b), dc(c);
  cublasHandle_t handle;
  cudaStream_t own = stream();
  double two[2] = {2, -1};
  float single[2] = {2, -1};
  bool wide = type == CUDA_R_64F;
  const void *alpha = wide ? static_cast<void *>(two) : single;
  const void *beta = wide ? static_cast<void *>(two + 1) : single + 1;
  CHECK(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasSetStream(handle, own) == CUBLAS_STATUS_SUCCESS);
  GOOD(cudaDeviceSynchronize());
  CHECK(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 3, alpha, da.data, type,
                                   2, 6, db.data, type, 2, 0, beta, dc.data, type, 2, 4, 2,
                                   computed, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, alpha, da.data, type, 1, db.data,
                     type, 2, beta, dc.data, type, 2, computed,
                     CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_INVALID_VALUE);
  GOOD(cudaStreamSynchronize(own));
  c = dc.read();
  const float expected[] = {11, 15, 15, 19};
  for (int i = 0; i < 8; i++) CHECK(static_cast<float>(c[i]) == expected[i % 4]);
  cublasDestroy(handle);
}

static void test_products()
{
  start(1, 0, EMU_LAZY);
  test_product<float>(CUDA_R_32F, CUBLAS_COMPUTE_32F);
  test_product<double>(CUDA_R_64F, CUBLAS_COMPUTE_64F);
  test_product<__half>(CUDA_R_16F, CUBLAS_COMPUTE_32F);
  test_product<__nv_bfloat16>(CUDA_R_16BF, CUBLAS_COMPUTE_32F);
  CHECK(emu_findings() == 0);
}

/* c = 2 a b - c, where a has the rows 1 0 2, 0 0 0 and 0 3 0. */
static void test_sparse()
{
  start(1, 0, EMU_LAZY);
  Device<int64_t> rows({0, 2, 2, 3}), columns({0, 2, 1});
  Device<float> values({1, 2, 3}), db({1, 2, 3, 4, 5, 6}), dc({1, 1, 1, 1, 1, 1});
  Device<float> work(std::vector<float>(128));
  const float two = 2, less = -1;
  const auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const auto type = CUDA_R_32F;
  size_t bytes = 0;
  cusparseHandle_t handle;
  cusparseSpMatDescr_t a;
  cusparseDnMatDescr_t b, c;
  CHECK(cusparseCreate(&handle) == CUSPARSE_STATUS_SUCCESS);
  CHECK(cusparseSetStream(handle, stream()) == CUSPARSE_STATUS_SUCCESS);
  CHECK(cusparseCreateCsr(&a, 3, 3, 3, rows.data, columns.data, values.data, CUSPARSE_INDEX_64I,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                          type) == CUSPARSE_STATUS_NOT_SUPPORTED);
  CHECK(cusparseCreateCsr(&a, 3, 3, 3, rows.data, columns.data, values.data, CUSPARSE_INDEX_64I,
                          CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ZERO,
                          type) == CUSPARSE_STATUS_SUCCESS);
  CHECK(cusparseCreateDnMat(&b, 3, 2, 1, db.data, type, CUSPARSE_ORDER_ROW) ==
        CUSPARSE_STATUS_INVALID_VALUE);
  CHECK(!cusparseCreateDnMat(&b, 3, 2, 2, db.data, type, CUSPARSE_ORDER_ROW));
  CHECK(!cusparseCreateDnMat(&c, 3, 2, 2, dc.data, type, CUSPARSE_ORDER_ROW));
  CHECK(cusparseSpMM_bufferSize(handle, plain, plain, &two, a, b, &less, c, CUDA_R_64F,
                                CUSPARSE_SPMM_CSR_ALG2, &bytes) == CUSPARSE_STATUS_NOT_SUPPORTED);
  CHECK(!cusparseSpMM_bufferSize(handle, plain, plain, &two, a, b, &less, c, type,
                                 CUSPARSE_SPMM_CSR_ALG2, &bytes));
  CHECK(bytes <= 128 * sizeof(float));
  CHECK(cusparseSpMM(handle, plain, plain, &two, a, b, &less, c, type, CUSPARSE_SPMM_CSR_ALG2,
                     nullptr) == CUSPARSE_STATUS_INVALID_VALUE);
  CHECK(!cusparseSpMM(handle, plain, plain, &two, a, b, &less, c, type, CUSPARSE_SPMM_CSR_ALG2,
                      work.data));
  GOOD(cudaDeviceSynchronize());
  CHECK(dc.read() == std::vector<float>({21, 27, -1, -1, 17, 23}));
  CHECK(!cusparseDestroySpMat(a) && !cusparseDestroyDnMat(b) && !cusparseDestroyDnMat(c));
  CHECK(!cusparseDestroy(handle));
  CHECK(emu_findings() == 0);
}

static bool near(const std::vector<double> &x, const std::vector<double> &y)
{
  bool same = x.size() == y.size();
  for (size_t i = 0; same && i < x.size(); i++) same = std::fabs(x[i] - y[i]) < 1e-12;
  return same;
}

/* Every solver on a symmetric matrix of order 2 with eigenvalues 1 and 3. */
static void test_solvers()
{
  start(1, 0, EMU_EAGER);
  const std::vector<double> symmetric = {2, 1, 1, 2}, right = {3, 3};
  const cudaDataType type = CUDA_R_64F;
  Device<double> a(symmetric), b(right), w(right), u(symmetric), vt(symmetric);
  Device<double> work(std::vector<double>(64));
  Device<int64_t> pivots(std::vector<int64_t>(2));
  Device<int> info(std::vector<int>(1));
  auto again = [&] { GOOD(cudaMemcpy(a.data, symmetric.data(), 32, cudaMemcpyDefault)); };
  cusolverDnHandle_t h;
  size_t bytes = 0, host = 0;
  CHECK(cusolverDnCreate(&h) == CUSOLVER_STATUS_SUCCESS);
  cusolverDnXgetrf_bufferSize(h, nullptr, 2, 2, type, a.data, 2, type, &bytes, &host);
  if (cusolverDnXgetrf(h, nullptr, 2, 2, type, a.data, 2, pivots.data, type, work.data, bytes,
                       nullptr, 0, info.data) == CUSOLVER_STATUS_NOT_SUPPORTED)
    return; /* no LAPACK here */
  CHECK(!cusolverDnXgetrs(h, nullptr, CUBLAS_OP_N, 2, 1, type, a.data, 2, pivots.data, type,
                          b.data, 2, info.data));
  CHECK(near(b.read(), {1, 1}) && info.read()[0] == 0);
  again();
  CHECK(!cusolverDnXpotrf(h, nullptr, CUBLAS_FILL_MODE_LOWER, 2, type, a.data, 2, type, work.data,
                          bytes, nullptr, 0, info.data));
  CHECK(!cusolverDnXpotrs(h, nullptr, CUBLAS_FILL_MODE_LOWER, 2, 1, type, a.data, 2, type, b.data,
                          2, info.data));
  CHECK(near(b.read(), {1 / 3.0, 1 / 3.0}));
  again();
  CHECK(!cusolverDnXsyevd(h, nullptr, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, 2, type,
                          a.data, 2, type, w.data, type, work.data, bytes, nullptr, 0, info.data));
  CHECK(near(w.read(), {1, 3}));
  again();
  CHECK(!cusolverDnXgesvd(h, nullptr, 'A', 'A', 2, 2, type, a.data, 2, type, w.data, type, u.data,
                          2, type, vt.data, 2, type, work.data, bytes, nullptr, 0, info.data));
  CHECK(near(w.read(), {3, 1}) && std::fabs(std::fabs(u.read()[0]) - std::sqrt(0.5)) < 1e-12);
  again();
  CHECK(!cusolverDnXgeqrf(h, nullptr, 2, 2, type, a.data, 2, type, w.data, type, work.data, bytes,
                          nullptr, 0, info.data));
  CHECK(!cusolverDnDorgqr(h, 2, 2, 2, a.data, 2, w.data, work.data, 64, info.data));
  CHECK(std::fabs(std::fabs(a.read()[0]) - 2 / std::sqrt(5)) < 1e-12);
  CHECK(emu_findings() == 0);
  cusolverDnDestroy(h);
}

/* Sort by bits 1 to 3, in which 6 and 7 are equal: equal keys keep their order. */
template <class Key> static void test_sort_of()
{
  Device<Key> a(std::vector<Key>{7, 1, 6, 0, 9, 2}), b(std::vector<Key>(6));
  Device<uint32_t> from(std::vector<uint32_t>{0, 1, 2, 3, 4, 5}), to(std::vector<uint32_t>(6));
  void *keys[2] = {b.data, a.data}, *work = nullptr;
  uint32_t *numbers[2] = {to.data, from.data};
  size_t bytes = 0;
  int now = 1;
  GOOD(thc_sort(nullptr, &bytes, sizeof(Key), keys, numbers, &now, 6, 1, 4, nullptr));
  CHECK(now == 1);
  GOOD(cudaMalloc(&work, bytes));
  GOOD(thc_sort(work, &bytes, sizeof(Key), keys, numbers, &now, 6, 1, 4, nullptr));
  CHECK((now ? a : b).read() == std::vector<Key>({1, 0, 2, 7, 6, 9}));
  CHECK((now ? from : to).read() == std::vector<uint32_t>({1, 3, 5, 0, 2, 4}));
  GOOD(cudaFree(work));
}

static void test_sort_and_scan()
{
  start(1, 0, EMU_LAZY);
  test_sort_of<uint32_t>();
  test_sort_of<uint64_t>();
  Device<int64_t> counts(std::vector<int64_t>{5, 0, 7}), work(std::vector<int64_t>(64));
  size_t bytes = 0;
  GOOD(thc_scan(nullptr, &bytes, counts.data, counts.data, 3, nullptr));
  CHECK(bytes <= 512);
  GOOD(thc_scan(work.data, &bytes, counts.data, counts.data, 3, nullptr));
  CHECK(counts.read() == std::vector<int64_t>({0, 5, 5}));
  CHECK(thc_sort(nullptr, &bytes, 2, nullptr, nullptr, nullptr, 1, 0, 16, nullptr) ==
        cudaErrorInvalidValue);
  CHECK(emu_findings() == 0);
}

/* Operands must be on the device, and a failing call reports its error. */
static void test_mistakes()
{
  start(2, 0, EMU_EAGER);
  float one = 1, *x = memory(4), here[4];
  cublasHandle_t handle;
  emu_fail("cublasCreate", 1, cudaErrorMemoryAllocation);
  CHECK(cublasCreate(&handle) == CUBLAS_STATUS_NOT_INITIALIZED);
  GOOD(cudaSetDevice(1));
  CHECK(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  float *y = memory(4);
  for (float *wrong : {x, here})
    CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, wrong, CUDA_R_32F, 2, y,
                       CUDA_R_32F, 2, &one, y, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F,
                       CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_INVALID_VALUE);
  SAYS("device 1 may not touch 16 bytes");
  cublasDestroy(handle);
}

int main()
{
  test_products();
  test_sparse();
  test_solvers();
  test_sort_and_scan();
  test_mistakes();
  return CHECK_RESULT();
}
