-- tensor/plot/strokes.lua: letters as strokes of a pen, for pictures: any size, upright or turned.
--
-- A letter is its width and its strokes, in a grid where small letters are 10 high and capitals 14. A point is two
-- digits of base 36, x and y; y = 4 is the base line, e the height of small letters, i that of capitals. A stroke is
-- a line through its points; after ~ a curve drawn by them, after @ a closed one.
local sheet = [[
a 7 @04747e0e 747e
b 7 @04747e0e 040i
c 6 ~6c5e0e045466
d 7 @04747e0e 747i
e 7 0979 ~797e0e046476
f 4 141f ~1f1i4i 0e4e
g 7 @04747e0e 7e73 ~737010
h 7 040i ~0a0e7e7a 7a74
i 0 040e 0h0i
j 2 2e22 ~222000 2h2i
k 6 040i 6e08 2a64
l 0 040i
m a 040e ~0a0e5e5a 5a54 ~5a5eaeaa aaa4
n 7 040e ~0a0e7e7a 7a74
o 8 @04848e0e
p 7 @04747e0e 000e
q 7 @04747e0e 707e
r 4 040e ~0a0e4e
s 6 ~6c6e0e0a68640406
t 4 1h17 ~171444 0e4e
u 7 0e08 ~08047478 7e74
v 8 0e448e
w c 0e346e94ce
x 7 0e74 7e04
y 8 0e44 8e20
z 6 0e6e0464
A a 045ia4 2989
B 8 040i 0i4i ~4i7i7b4b 0b5b ~5b8b8454 5404
C a ~af9i0i0494a7
D 9 040i 0i3i ~3i9i9434 3404
E 7 7i0i0474 0b6b
F 7 7i0i04 0b6b
G a ~af9i0i04a4ab ab6b
H 9 040i 949i 0b9b
I 0 040i
J 5 5i58 ~58540407
K 8 040i 8i09 2b84
L 7 0i0474
M c 040i67cic4
N 9 040i949i
O c @04c4ci0i
P 8 040i 0i4i ~4i8i8a4a 4a0a
Q c @04c4ci0i 87c3
R 8 040i 0i4i ~4i8i8a4a 4a0a 4a84
S 8 ~8f8i0i0c8a840407
T 8 0i8i 4i44
U 9 0i0a ~0a04949a 9a9i
V a 0i54ai
W e 0i447ia4ei
X 9 0i94 9i04
Y a 0i5bai 5b54
Z 8 0i8i0484
0 8 @04848i0i
1 8 1f4i44
2 8 ~0f0i8i8d04 0484
3 8 ~0g1i7i7b3b ~3b8b840407
4 8 646i0888
5 8 7i1i0c ~0c2d8d840406
6 8 @04848c0c ~080e6i
7 8 0i8i34
8 8 @1b7b7i1i @04848b0b
9 8 @0a8a8i0i ~8e8824
. 0 0405
, 1 1502
: 0 0405 0c0d
; 1 1502 1c1d
- 5 0959
− 8 0989
+ 8 0989 454d
= 8 0b8b 0787
* 6 3i3a 0g6c 6g0c
/ 6 036i
\ 6 0i63
% c @0d4d4i0i @84c4c989 ai24
( 3 ~3k0g0632
) 3 ~0k3g3602
[ 3 3k0k0232
] 3 0k3k3202
{ 4 ~4k1k2b0b ~0b2b1242
} 4 ~0k3k2b4b ~4b2b3202
< 8 8d0985
> 8 0d8905
! 0 0i08 0405
? 7 ~0f0i7i7c3b38 3435
_ 8 0383
" 3 0i0e 3i3e
' 0 0i0e
` 2 0i2f
# 9 243i 647i 0d9d 0989
$ 8 ~8f8i0i0c8a840407 4k42
& a ~a41g3j7i7d0a04749a
@ e @02e2ei0i @47a7ad4d ada7
| 0 0k02
^ 6 0d3i6d
~ 8 ~082c688c
° 4 @0e4e4i0i
± 8 0b8b 474f 0484
× 8 167c 761c
µ 7 0e00 ~08047478 7e74
² 4 ~0g0i4i4g0d 0d4d
]]

local cap, gap, broad = 14, 3.4, 1.08

local function digit(byte)
   return tonumber(string.char(byte), 36)
end

-- Cuts the corners of a line three times, which makes a smooth curve of it.
local function smooth(points, closed)
   for _ = 1, 3 do
      local n, cut = #points / 2, {}
      if not closed then cut[1], cut[2] = points[1], points[2] end
      for k = 1, closed and n or n - 1 do
         local i, j = 2 * k - 1, 2 * (k % n) + 1
         for c = 0, 1 do cut[#cut + 1] = 0.75 * points[i + c] + 0.25 * points[j + c] end
         for c = 0, 1 do cut[#cut + 1] = 0.25 * points[i + c] + 0.75 * points[j + c] end
      end
      if not closed then cut[#cut + 1], cut[#cut + 2] = points[#points - 1], points[#points] end
      points = cut
   end
   if closed then points[#points + 1], points[#points + 2] = points[1], points[2] end
   return points
end

local function read_stroke(text)
   local kind, places = text:match '^([~@]?)(%w+)$'
   local points = {}
   for k = 1, #places, 2 do
      points[k], points[k + 1] = digit(places:byte(k)), digit(places:byte(k + 1)) - 4
   end
   return kind == '' and points or smooth(points, kind == '@')
end

local letters = { [' '] = { width = 4, strokes = {} } }
for name, width, strokes in sheet:gmatch '(%S+) (%w) ([^\n]*)\n' do
   local letter = { width = digit(width:byte()), strokes = {} }
   for stroke in strokes:gmatch '%S+' do table.insert(letter.strokes, read_stroke(stroke)) end
   letters[name] = letter
end

-- Calls visit(letter, x), x in the grid, for each character of UTF-8 text; returns the width.
local function walk(text, visit)
   local x = 0
   for character in text:gmatch '[^\128-\191][\128-\191]*' do
      local letter = letters[character] or letters['?']
      if visit then visit(letter, x) end
      x = x + letter.width + gap
   end
   return math.max(0, x - gap)
end

-- The width of a text whose capitals are 0.7 size high.
local function width(text, size)
   return walk(text) * size * 0.7 / cap * broad
end

-- The strokes of a text that begins at 0, 0 on the base line: lists x1, y1, x2, y2, ..., y upwards.
local function lines(text, size)
   local scale, list = size * 0.7 / cap, {}
   walk(text, function(letter, x)
      for _, stroke in ipairs(letter.strokes) do
         local points = {}
         for k = 1, #stroke, 2 do
            points[k], points[k + 1] = (stroke[k] + x) * scale * broad, stroke[k + 1] * scale
         end
         list[#list + 1] = points
      end
   end)
   return list
end

return { width = width, lines = lines }
