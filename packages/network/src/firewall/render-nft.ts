/** Renders the input of `nft -f -`. The whole text is one transaction. */
import type { Firewall } from '../plan/node-plan.ts'
import {
  chainsOf,
  collections,
  type Elements,
  type NftCollection,
  type NftState,
  nftStateOf,
  ruleComment,
  tableReference,
} from './nft-table.ts'

/** The transaction from `current` to `wanted`; empty if there is nothing to do. */
export function renderNftChange(wanted: Firewall, current: NftState | undefined): string {
  const next = nftStateOf(wanted)
  if (!next) return current ? `delete table ${tableReference}\n` : ''
  if (!current || current.skeleton !== next.skeleton) return renderTable(wanted, next)
  return names
    .map((name) => renderElements(name, { wanted: next.elements[name], current: current.elements[name] }))
    .join('')
}

const names = Object.keys(collections) as NftCollection[]

/** Declaring the table first makes its deletion idempotent. */
function renderTable(firewall: Firewall, { skeleton, elements }: NftState): string {
  const chains = chainsOf(firewall)
  const count = chains.reduce((sum, { rules }) => sum + rules.length, 0)
  let position = 0
  const chainTexts = chains.map(({ name, hook, rules }) => {
    const lines = rules.map((rule) => `    ${rule} comment "${ruleComment(skeleton!, ++position, count)}"\n`)
    return `  chain ${name} {\n    ${hook}\n${lines.join('')}  }\n`
  })
  const declarations = Object.values(collections).map((declaration) => `  ${declaration}\n`)
  return [
    `table ${tableReference}\ndelete table ${tableReference}\n`,
    `table ${tableReference} {\n${declarations.join('')}${chainTexts.join('')}}\n`,
    ...names.map((name) => renderElements(name, { wanted: elements[name], current: {} })),
  ].join('')
}

function renderElements(name: NftCollection, states: { wanted: Elements; current: Elements }): string {
  const { wanted, current } = states
  const gone = Object.keys(current).filter((key) => wanted[key] !== current[key])
  const fresh = Object.keys(wanted).filter((key) => wanted[key] !== current[key])
  return [
    renderCommand('delete', name, { keys: gone, values: current }),
    renderCommand('add', name, { keys: fresh, values: wanted }),
  ].join('')
}

function renderCommand(verb: string, name: string, what: { keys: string[]; values: Elements }): string {
  if (what.keys.length === 0) return ''
  const elements = what.keys.map((key) => (what.values[key] === '' ? key : `${key} : ${what.values[key]}`))
  return `${verb} element ${tableReference} ${name} { ${elements.join(', ')} }\n`
}
