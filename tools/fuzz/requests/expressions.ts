/** CEL expressions that are expensive, meaningless or deeply nested. */
import type { Dice } from '../dice.ts'
import { hostileText } from '../hostile-text.ts'

const whole: readonly ((root: string) => string)[] = [
  () => 'true',
  (root) => root,
  (root) => `${root}.all(x, ${root}.all(y, ${root}.all(z, x == y && y == z)))`,
  (root) => `${root}.map(x, ${root}.map(y, ${root}.map(z, [x, y, z]))).size() > 0`,
  (root) => `${root}.a.matches('^(a+)+$')`,
  (root) => `'${'a'.repeat(2_000)}!'.matches('^(a|aa)+$') || ${root}.a == ''`,
  () => `[${'1,'.repeat(3_000)}1].all(x, [${'1,'.repeat(1_000)}1].all(y, x == y))`,
  () =>
    `[1,2,3,4,5,6,7,8].map(a, [1,2,3,4,5,6,7,8].map(b, [1,2,3,4,5,6,7,8].map(c, [1,2,3,4,5,6,7,8].map(d, a*b*c*d))))==[]`,
  () =>
    `'a'.replace('', 'aaaaaaaaaa').replace('', 'aaaaaaaaaa').replace('', 'aaaaaaaaaa').replace('', 'aaaaaaaaaa').size() > 0`,
  () => `'${'%s'.repeat(200)}'.format([${'1,'.repeat(199)}1]) == ''`,
  () => `'%.999999999f'.format([1.0]) == ''`,
  () => `${'('.repeat(2_000)}1${')'.repeat(2_000)} == 1`,
  () => `${'!'.repeat(3_001)}true`,
  () => `${'-'.repeat(3_000)}1 == 1`,
  () => `1${' + 1'.repeat(8_000)} > 0`,
  () => `true${' ? true'.repeat(1_000)}${' : true'.repeat(1_000)}`,
  () => `${'[{"a":'.repeat(400)}1${'}]'.repeat(400)} == []`,
  (root) => `${root}${'.a'.repeat(4_000)} == 1`,
  () => 'duration("9999999999999h") > duration("1s")',
  () => 'timestamp("9999-12-31T23:59:59Z") + duration("1h") > timestamp("0001-01-01T00:00:00Z")',
  () => '9223372036854775807 + 1 > 0',
  () => '-9223372036854775808 / -1 > 0',
  () => '1 / 0 == 0 || 1 % 0 == 0',
  () => 'int(1e300) > 0 || uint(-1) > 0u',
  () => 'quantity("1e999999999").isGreaterThan(quantity("0"))',
  () => 'ip("::ffff:1.2.3.4") == ip("1.2.3.4") || cidr("0.0.0.0/0").containsIP("1.1.1.1")',
  () => 'url("https://[::1").getHost() == ""',
  () => 'semver("999999999999999999999.0.0") == semver("1.0.0")',
  () => '"".split("", 9223372036854775807).size() == 0',
  () => '"abc".substring(-1, 99) == "" || "abc".charAt(99) == ""',
  () => '["b","a"].sort() == [] || [1,2].sum() > 0 || [].max() > 0',
  () => 'sets.contains([1,2],[1]) && [[1],[2]].flatten(-1) == []',
  () => 'optional.of(1).value() == 1 && {?"a": optional.none()} == {}',
  () => 'b"\\xff" == b"" || r"\\" == "" || """a""" == "a"',
  () => 'has(self)',
  () => 'oldSelf == self',
  () => 'authorizer.group("").resource("pods").check("get").allowed()',
  () => 'cel.bind(x, [1,2,3,4], cel.bind(y, x + x, cel.bind(z, y + y, z + z))).size() > 0',
  () => '\u0000',
  () => '',
  () => 'self.__proto__ == null || self.constructor == 1',
  () => 'type(1) == int && dyn(1) == 1u && {1: 2, 1u: 3}.size() > 0',
]

const operators = ['==', '!=', '<', '&&', '||', '+', '-', '*', '/', '%', 'in', '?', '.', '[']

export function expression(dice: Dice, root: string): string {
  return dice.weighted<() => string>([
    [8, () => dice.pick(whole)(root)],
    [2, () => `${dice.pick(whole)(root)} ${dice.pick(operators)} ${dice.pick(whole)(root)}`],
    [1, () => damaged(dice, dice.pick(whole)(root))],
    [1, () => hostileText(dice)],
  ])()
}

function damaged(dice: Dice, text: string): string {
  const at = dice.int(text.length + 1)
  return `${text.slice(0, at)}${dice.pick(['', '(', ')', '"', '\\', '\u0000', '.', '1e999', '[', '{', ' in '])}${text.slice(at + dice.int(3))}`
}

/** Rules about `{ a: string, b: anything, c: string[] }` that compile, some of them beyond the cost limit. */
const soundRules: readonly string[] = [
  'self.a.size() >= 0',
  'has(self.a) && has(self.b)',
  "self.a.matches('^(a+)+$')",
  "self.a.matches('^(a|aa)+$') || self.c.exists(x, x.matches('(x+x+)+y'))",
  'self.c.all(x, self.c.all(y, x == y || x != y))',
  'self.c.all(x, self.c.all(y, self.c.all(z, x + y + z != self.a)))',
  "self.c.map(x, x + self.a).exists(x, x.contains('!'))",
  "self.a.replace('a', 'aaaaaaaa').replace('a', 'aaaaaaaa').size() > 0",
  "self.a.split('').all(x, self.a.split('').exists(y, x == y))",
  "self.a.lowerAscii().upperAscii() == self.a || self.a.find('[a-z]+') != ''",
  'self.c.join(self.a).size() < 1000000000',
  'self.a == oldSelf.a',
  'self == oldSelf || self.c.size() < 3',
  "isQuantity(self.a) ? quantity(self.a).isGreaterThan(quantity('0')) : true",
  'self.a.size() < 10 ? int(self.a) > 0 : true',
  "duration(self.a) > duration('1s') || timestamp(self.a) > timestamp('2020-01-01T00:00:00Z')",
  "url(self.a).getHost() == '' || isIP(self.a) || isCIDR(self.a)",
  "self.a.findAll('a').size() > 1000 || self.a.findAll('(a|aa)+$', 5).size() > 0",
  'format.dns1123Label().validate(self.a).hasValue()',
  'sets.equivalent(self.c, self.c) && self.c.isSorted() && self.c.indexOf(self.a) < 0',
  "'%s %s'.format([self.a, self.c]).size() > 0",
  'self.b == self.b',
]

export function soundRule(dice: Dice): string {
  const rule = dice.pick(soundRules)
  return dice.chance(0.8) ? rule : `(${rule}) ${dice.pick(['&&', '||'])} (${dice.pick(soundRules)})`
}

/** The same about any admitted object. */
const soundQuestions: readonly string[] = [
  "object.metadata.name.matches('^(a|aa)+$') || true",
  'has(object.metadata.labels) ? object.metadata.labels.all(k, object.metadata.labels.all(l, k == l || k != l)) : true',
  '[1,2,3,4,5,6,7,8].all(a, [1,2,3,4,5,6,7,8].all(b, [1,2,3,4,5,6,7,8].all(c, [1,2,3,4,5,6,7,8].all(d, a + b + c + d > 0))))',
  'string(object).size() > 0 || object == oldObject',
  "request.userInfo.groups.exists(g, g.startsWith('system:')) && request.operation == 'CREATE'",
  "authorizer.group('').resource('pods').namespace('default').check('get').allowed()",
  'object.data.all(k, object.data[k].size() < 10)',
  "object.spec.template.spec.containers.all(c, c.image.split('/').size() < 4)",
  "namespaceObject.metadata.name == 'default' || params.nothing == 1",
  "'%.3f'.format([1.0]) == '1.000' && 'a'.replace('', 'aaaaaaaaaa').replace('', 'aaaaaaaaaa').replace('', 'aaaaaaaaaa').size() > 0",
  'true',
  'false',
]

export function soundQuestion(dice: Dice): string {
  return dice.pick(soundQuestions)
}
