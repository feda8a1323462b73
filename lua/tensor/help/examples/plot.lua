-- tensor/help/examples/plot.lua: examples of figures (the form is in tensor/help/examples.lua).
return {
   ['plot.line'] = [[
> tensor.plot.line({{{0, 10}, {0, 5}, 'walk'}, {{0, 10}, {8, 3}, 'ride'}}):text {width = 40, height = 6, ascii = true}
   * walk   + ride
  |++++++++
  |       ++++++++++++
5 +                  ++++++++++++*******
  |                  ***********++++++++
  |       ************
0 +********
  ++-----------------+-----------------+
   0                 5                10
]],
   ['plot.scatter'] = [[
> tensor.plot.scatter({1, 10, 100}, {2, 0.2, 20}, {xlog = true}):text {width = 40, height = 5, ascii = true}
20 +                                  *
   |
   |
   |
 0 + *                *
   +-+----------------+---------------+-
     1               10              100
]],
   ['plot.histogram'] = [[
> tensor.plot.histogram({1, 2, 2, 3, 3, 3}, {bins = 3}):text {width = 30, height = 6, ascii = true}
  |                  *********
  |                  *********
2 +         ******************
  |         ******************
  |***************************
0 +***************************
  ++------------+------------+
   1            2            3
]],
   ['plot.heat'] = [[
> tensor.plot.heat(tensor.range(1, 6):view(2, 3)):text {width = 28, height = 4, ascii = true}
  |........:::::::::--------
1 +........:::::::::--------
2 +========*********%%%%%%%%
  |========*********%%%%%%%%
  +----+-------+-------+----
       1       2       3
   1 ..:::----===++***##% 6
]],
   ['plot.image'] = [[
> tensor.plot.image(tensor.eye(4)):text {width = 20, height = 4, ascii = true}
  |@@
2 +  @@
  |    @@
4 +      @@
  +---+--+-
      2  4
]],
   ['plot.subplots'] = [[
> a, b = tensor.plot.line {1, 2}, tensor.plot.line {2, 1}
> tensor.plot.subplots({{a, b}}):text {width = 40, height = 4, ascii = true}
2 +            ***  2 +***
  |       *****       |   *****
  |   *****           |       *****
1 +***              1 +            ***
  ++-------------+    ++-------------+
   1             2     1             2
]],
   ['Figure.text'] = [[
> tensor.plot.line({1, 3, 2}, {title = 'A peak'}):text {width = 24, height = 4, ascii = true}
          A peak
3 +        *******
2 +     ****     ******
  |  ****              *
1 +***
  ++---------+---------+
   1         2         3
]],
   ['Figure.svg'] = [[
> tensor.plot.line({1, 2}):svg():match '<svg'
<svg
]],
   ['Figure.picture'] = [[
> tensor.plot.line({1, 2}, {width = 200, height = 100}):picture(1):size()
   3
 100
 200
[torch.LongStorage of size 3]
]],
   ['Figure.save'] = [[
> path = os.tmpname() .. '.svg'
> _ = tensor.plot.line({1, 2}, {title = 'Up'}):save(path)
> io.open(path):read '*a':match '>Up<'
>Up<
> os.remove(path)
true
]],
}
