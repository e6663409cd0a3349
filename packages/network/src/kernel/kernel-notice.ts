/**
 * Matches lines of `ip monitor` and `nft monitor` against a plan. Pure.
 *
 * The kernel reports our own changes like foreign ones. A line that agrees with the plan is no reason to read the kernel again; any other
 * line about our state is.
 */
import { type NftCollection, nftStateOf } from '../firewall/nft-table.ts'
import { firewallTable, routeProtocol } from '../names.ts'
import type { NodePlan, Route } from '../plan/node-plan.ts'

/** The notifications that are expected while this plan is in effect. */
export class ExpectedNotices {
  readonly #routes: ReadonlyMap<string, Route>
  readonly #elements: ReadonlyMap<string, Readonly<Record<string, string>>>

  constructor(plan: NodePlan) {
    this.#routes = new Map(plan.routes.map((route) => [`${route.table} ${route.to}`, route]))
    const state = nftStateOf(plan.firewall)
    this.#elements = new Map(Object.entries(state?.elements ?? ({} as Record<NftCollection, never>)))
  }

  /** Whether the line reports a route or an element that agrees with the plan. */
  include(line: string): boolean {
    const element = elementLine.exec(line)
    if (element) return this.#isWantedElement(element[1]!, element[2]!, element[3]!)
    const route = readRouteLine(line)
    return route !== undefined && this.#isWantedRoute(route)
  }

  #isWantedElement(verb: string, collection: string, content: string): boolean {
    const wanted = this.#elements.get(collection)
    return content.split(', ').every((entry) => {
      const [key = '', value = ''] = entry.split(' : ')
      const isThere = wanted !== undefined && Object.hasOwn(wanted, key) && wanted[key] === value
      return isThere === (verb === 'add')
    })
  }

  #isWantedRoute({ isDeleted, ...route }: RouteLine): boolean {
    const planned = this.#routes.get(`${route.table} ${route.to}`)
    if (isDeleted) return planned === undefined
    return (
      planned !== undefined &&
      planned.device === route.device &&
      planned.via === route.via &&
      planned.source === route.source
    )
  }
}

const elementLine = new RegExp(`^(add|delete) element ip ${firewallTable} (\\w+) \\{ (.+) \\}$`)

interface RouteLine {
  readonly isDeleted: boolean
  readonly to: string
  readonly table: number
  readonly device: string | undefined
  readonly via: string | undefined
  readonly source: string | undefined
}

/** One of our routes; `undefined` for any other line. */
function readRouteLine(line: string): RouteLine | undefined {
  const words = line.trim().split(/\s+/)
  const isDeleted = words[0] === 'Deleted'
  if (isDeleted) words.shift()
  const after = (word: string) => {
    const at = words.indexOf(word)
    return at < 0 ? undefined : words[at + 1]
  }
  const to = words[0] ?? ''
  if (after('proto') !== String(routeProtocol) || !/^\d+\.\d+\.\d+\.\d+(\/\d+)?$/.test(to)) return undefined
  const table = after('table')
  return {
    isDeleted,
    to,
    table: table === undefined ? 254 : Number(table),
    device: after('dev'),
    via: after('via'),
    source: after('src'),
  }
}
