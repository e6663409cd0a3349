/** Valid and malicious names and colours. */

export const goodColors = [
  'darkcyan',
  '#abc',
  '#aabbcc80',
  'rgb(1, 2, 3)',
  'rgb(11 114 133 / 50%)',
  'hsl(120deg 100% 25%)',
  'oklch(40% 0.2 none)',
]

export const badColors = [
  '',
  '#12345',
  'red; background: url(https://evil.example)',
  'red}</style><script>alert(1)</script>',
  'url(javascript:alert(1))',
  'expression(alert(1))',
  'var(--x)',
  'rgb(1,2,3)}body{display:none',
  'rgb(calc(1))',
  'red\n}',
  'red\n',
  'red/**/',
  'r\\65 d',
  'a'.repeat(21),
]

export const goodFonts = ['Menlo', 'Open Sans, Helvetica, sans-serif', 'ui-monospace']

export const badFonts = [
  '',
  '"Open Sans"',
  "x';}",
  'serif; } body { display: none',
  'serif</style>',
  'serif,,serif',
  ' serif',
  'serif\n',
  `${'a, '.repeat(60)}a`,
]

export const goodNames = ['a', 'homepage', 'my-site-2', 'a'.repeat(56)]
export const badNames = ['1st', 'a.b', 'homepage.', 'a'.repeat(57), 'UPPER', 'a/b', '<b>', '..']
export const badThemes = ['', '../themes', 'Exciting', 'a b', 'x'.repeat(254)]
