/**
 * The iptables back end. If any of our chains differs, all are rewritten in one `iptables-restore`: atomic per table, and a matter of
 * milliseconds for two hundred peers.
 */
import { type ProgramRunner, runOrThrow } from '../kernel/program-runner.ts'
import { type FirewallBackend, outdatedConnections, type Translations } from './firewall-backend.ts'
import { type ChainRules, chainPrefix, iptablesChains, prefixed } from './iptables-rules.ts'

const tables = ['nat', 'filter', 'mangle'] as const

/** Options of `iptables`. */
export interface IptablesOptions {
  /** `iptables` of the node: `iptables`, `iptables-nft` or `iptables-legacy`. @default 'iptables' */
  readonly program?: 'iptables' | 'iptables-nft' | 'iptables-legacy' | undefined
}

/** The iptables back end of the firewall, for nodes without nftables. */
export function iptables(runner: ProgramRunner, { program = 'iptables' }: IptablesOptions = {}): FirewallBackend {
  const read = async () => readSaved(await runOrThrow(runner, { program: `${program}-save`, args: [] }))
  return {
    name: 'iptables',
    async plan(wanted, known) {
      const current = known ? savedOf(iptablesChains(known)) : await read()
      const chains = iptablesChains(wanted)
      const text = renderRestore(chains, current)
      if (text === '') return undefined
      const next = chains.length === 0 ? { podSource: {}, nodeSource: {} } : wanted
      return {
        text,
        isRemoval: chains.length === 0,
        ...outdatedConnections(withPrefixes(next), translationsIn(current)),
      }
    },
    async apply({ text }) {
      await runOrThrow(runner, { program: `${program}-restore`, args: ['--noflush', '--wait', '5'], input: text })
    },
    isPresent: async () => [...(await read()).values()].some(({ chains }) => chains.size > 0),
  }
}

export interface SavedTable {
  /** Rules of our chains, by chain. */
  readonly chains: ReadonlyMap<string, readonly string[]>
  /** Jumps to our chains, with their position in the built-in chain, counted from 1. */
  readonly jumps: readonly { readonly from: string; readonly to: string; readonly place: number }[]
}

/** The expected output of `iptables-save` for these chains. */
export function savedOf(chains: readonly ChainRules[]): ReadonlyMap<string, SavedTable> {
  return new Map(
    tables.map((table) => {
      const here = chains.filter((chain) => chain.table === table)
      return [
        table,
        {
          chains: new Map(here.map(({ chain, rules }) => [chain, rules])),
          jumps: here.map(({ chain, from }) => ({ from, to: chain, place: 1 })),
        },
      ]
    }),
  )
}

/** Parses our part of `iptables-save`. */
export function readSaved(text: string): ReadonlyMap<string, SavedTable> {
  const tables = new Map<string, { chains: Map<string, string[]>; jumps: SavedTable['jumps'][number][] }>()
  let table = { chains: new Map<string, string[]>(), jumps: [] as SavedTable['jumps'][number][] }
  let places = new Map<string, number>()
  for (const line of text.split('\n')) {
    if (line.startsWith('*')) {
      table = { chains: new Map(), jumps: [] }
      places = new Map()
      tables.set(line.slice(1).trim(), table)
    } else if (line.startsWith(`:${chainPrefix}`)) table.chains.set(line.slice(1).split(' ')[0]!, [])
    else if (line.startsWith('-A ')) readRule(line, { table, places })
  }
  return tables
}

function readRule(
  line: string,
  {
    table,
    places,
  }: { table: { chains: Map<string, string[]>; jumps: SavedTable['jumps'][number][] }; places: Map<string, number> },
): void {
  const [, chain = '', ...rest] = line.trim().split(' ')
  const place = (places.get(chain) ?? 0) + 1
  places.set(chain, place)
  const own = table.chains.get(chain)
  if (own) own.push(rest.join(' '))
  else if (rest.at(-2) === '-j' && rest.at(-1)!.startsWith(chainPrefix))
    table.jumps.push({ from: chain, to: rest.at(-1)!, place })
}

/** The input of `iptables-restore --noflush`; empty if there is nothing to do. */
export function renderRestore(wanted: readonly ChainRules[], current: ReadonlyMap<string, SavedTable>): string {
  return tables
    .map((table) => {
      const chains = wanted.filter((chain) => chain.table === table)
      const saved = current.get(table) ?? { chains: new Map(), jumps: [] }
      return isSame(chains, saved) ? '' : renderTable(table, { chains, saved })
    })
    .join('')
}

function isSame(chains: readonly ChainRules[], saved: SavedTable): boolean {
  const text = (rules: readonly string[]) => [...rules].join('\n')
  return (
    chains.length === saved.chains.size &&
    chains.length === saved.jumps.length &&
    chains.every(
      ({ chain, from, rules }) =>
        text(saved.chains.get(chain) ?? []) === text(rules) &&
        saved.jumps.some((jump) => jump.from === from && jump.to === chain && jump.place === 1),
    )
  )
}

/** Declaring a chain flushes it; jumps are deleted and inserted first again. */
function renderTable(table: string, { chains, saved }: { chains: readonly ChainRules[]; saved: SavedTable }): string {
  const names = new Set([...chains.map(({ chain }) => chain), ...saved.chains.keys()])
  const gone = [...saved.chains.keys()].filter((name) => !chains.some(({ chain }) => chain === name))
  const lines = [
    `*${table}`,
    ...[...names].map((name) => `:${name} - [0:0]`),
    ...saved.jumps.map(({ from, to }) => `-D ${from} -j ${to}`),
    ...chains.flatMap(({ chain, rules }) => rules.map((rule) => `-A ${chain} ${rule}`)),
    ...chains.map(({ chain, from }) => `-I ${from} 1 -j ${chain}`),
    ...gone.map((name) => `-X ${name}`),
    'COMMIT',
  ]
  return `${lines.join('\n')}\n`
}

/** The translations in the kernel's rules, by destination. */
function translationsIn(current: ReadonlyMap<string, SavedTable>): Translations {
  const podSource: Record<string, string> = {}
  const nodeSource: Record<string, string> = {}
  for (const rule of current.get('nat')?.chains.get(`${chainPrefix}POSTROUTING`) ?? []) {
    const to = wordAfter(rule, '-d')
    if (rule.startsWith('! ')) nodeSource[to] = wordAfter(rule, '--to-source')
    else podSource[to] = wordAfter(rule, '--to') || wordAfter(rule, '-s')
  }
  return { podSource, nodeSource }
}

function wordAfter(rule: string, word: string): string {
  const words = rule.split(' ')
  const at = words.indexOf(word)
  return at < 0 ? '' : (words[at + 1] ?? '')
}

/** The same with explicit prefix lengths, as `iptables-save` prints networks. */
function withPrefixes({ podSource, nodeSource }: Translations): Translations {
  const keyed = (texts: Readonly<Record<string, string>>, value: (text: string) => string) =>
    Object.fromEntries(Object.entries(texts).map(([to, seen]) => [prefixed(to), value(seen)]))
  return { podSource: keyed(podSource, prefixed), nodeSource: keyed(nodeSource, (address) => address) }
}
