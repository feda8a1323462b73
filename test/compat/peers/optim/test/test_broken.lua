error 'this one fails'
