-- tensor/small.lua: what a small build (the CMake option TH_SMALL) leaves out says so when it is called. The chapters
-- are those that lua/core.c leaves out; test/spec/tools/small_spec.lua compares the names with their rows.
local small = {}

small.left_out = {
   exchange = [[ fromBlob fromDLPack fromHandle fromString getSharingStrategy isReadOnly isShared setSharingStrategy
      shareHandle shareMemory string toDLPack ]],
   fft = [[ bartlettWindow blackmanWindow fft fft2 fftconvolve fftfreq fftn fftshift hammingWindow hannWindow hfft ifft
      ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn rfft rfft2 rfftfreq rfftn stft ]],
   quantize = [[ dequantize fakeQuantizePerChannel fakeQuantizePerTensor intRepr isQuantized qPerChannelAxis
      qPerChannelScales qPerChannelZeroPoints qScale qScheme qZeroPoint quantizePerChannel quantizePerTensor
      quantizePerTensorDynamic quantizedLinear ]],
   sparse = [[ coalesce colIndices crowIndices indices isCoalesced isSparse nnz sparse sparseCSR sparseDim sparseMask
      toCSR toSparse triangularSolve values ]],
}

function small.install(tensor)
   for _, names in pairs(small.left_out) do
      for name in names:gmatch '%S+' do
         local function absent()
            if name:find '^is%u' then return false end -- there is no such tensor
            error(name .. ': not in this build (TH_SMALL)', 0)
         end
         tensor[name] = absent
         tensor.Tensor[name] = tensor.Tensor[name] or absent
      end
   end
end

return small
