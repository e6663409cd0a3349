/** Absurd parameters of lists, watches and writes. */
import type { Dice } from '../dice.ts'
import { hostileText } from '../hostile-text.ts'

const selectors: readonly string[] = [
  'a=b',
  'a==b,c!=d',
  'a in (b,c),d notin (e)',
  '!a',
  'a',
  'a in (',
  'a in ()',
  'a>1',
  'a<b',
  'a gt 1',
  ',,,',
  '=',
  'a=b=c',
  '(',
  'a in (b',
  '!',
  '!!a',
  'x/y/z=1',
  `${'a=b,'.repeat(20_000)}a=b`,
  `a in (${'b,'.repeat(30_000)}b)`,
  `${'a'.repeat(300)}=b`,
]

const fieldSelectors: readonly string[] = [
  'metadata.name=aa',
  'metadata.name!=aa,metadata.namespace=default',
  'status.phase=Running',
  'metadata.name=',
  'metadata.name=a\\,b',
  'metadata.name=a\\',
  'spec.nothing=1',
  'metadata.name',
  '=',
  '\\',
  'a=b,',
]

const versions = ['0', '1', '2', '-1', '99999999', '18446744073709551615', '01', 'a', '', '1e3', ' 1', '0x1']
const numbers = ['0', '1', '2', '-1', '500', '9223372036854775807', '9223372036854775808', '1.5', 'a', '', '+1', '1e9']
const flags = ['true', 'false', '1', '0', 'TRUE', '', 'yes', 'maybe']

const tokens: readonly (() => string)[] = [
  () => 'a',
  () => '====',
  () => encoded({ v: 'meta.k8s.io/v1', rv: 5, start: 'aa\u0000' }),
  () => encoded({ v: 'meta.k8s.io/v1', rv: -1, start: '../../' }),
  () => encoded({ v: 'meta.k8s.io/v1', rv: 99_999_999, start: 'a' }),
  () => encoded({ v: 'meta.k8s.io/v1', rv: 0, start: 'a' }),
  () => encoded({ v: 'meta.k8s.io/v2', rv: 5, start: 'a' }),
  () => encoded({ v: 'meta.k8s.io/v1', rv: '5', start: 7 }),
  () => encoded([]),
  () => encoded({ v: 'meta.k8s.io/v1', rv: 1e300, start: 'x'.repeat(50_000) }),
  () => Buffer.from('{"v":"meta.k8s.io/v1","rv":1').toString('base64url'),
]

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

type Values = (dice: Dice) => string
const from =
  (values: readonly string[]): Values =>
  (dice) =>
    dice.pick(values)

const parameters: readonly (readonly [name: string, values: Values])[] = [
  ['labelSelector', from(selectors)],
  ['fieldSelector', from(fieldSelectors)],
  ['continue', (dice) => dice.pick(tokens)()],
  ['limit', from(numbers)],
  ['resourceVersion', from(versions)],
  ['resourceVersionMatch', from(['Exact', 'NotOlderThan', '', 'exact', 'Unset'])],
  ['watch', from(flags)],
  ['allowWatchBookmarks', from(flags)],
  ['sendInitialEvents', from(flags)],
  ['timeoutSeconds', from(numbers)],
  ['timeout', from(['1s', '0', '-1s', '1000h', '1ns', 'a', '1e9s'])],
  ['pretty', from(flags)],
  ['dryRun', from(['All', 'None', '', 'all'])],
  ['fieldManager', (dice) => dice.pick(['me', '', 'a'.repeat(129), 'a\nb', hostileText(dice)])],
  ['fieldValidation', from(['Strict', 'Warn', 'Ignore', 'strict', ''])],
  ['force', from(flags)],
  ['gracePeriodSeconds', from(numbers)],
  ['propagationPolicy', from(['Foreground', 'Background', 'Orphan', 'foreground', ''])],
  ['orphanDependents', from(flags)],
  ['includeObject', from(['None', 'Object', 'Metadata', 'All'])],
  ['ignoreStoreReadErrorWithClusterBreakingPotential', from(flags)],
]

/** `name=value&…`, sometimes with duplicate names or wrong encoding. */
export function hostileQuery(dice: Dice): string {
  const pairs = dice.times(4, () => {
    if (dice.chance(0.05)) return [hostileText(dice), hostileText(dice)] as const
    const [name, values] = dice.pick(parameters)
    return [name, values(dice)] as const
  })
  const written = pairs.map(
    ([name, value]) => `${encodeText(name)}=${dice.chance(0.97) ? encodeText(value) : asUrl(value)}`,
  )
  return [...written, ...(dice.chance(0.05) ? [dice.pick(['&&&', '=', '%', '%zz', '?', '#', ';'])] : [])].join('&')
}

/** Unpaired surrogates cannot be encoded; a real client could not send them either. */
export function encodeText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}

/** Only characters that a URL may contain unencoded. */
export function asUrl(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '')
}
