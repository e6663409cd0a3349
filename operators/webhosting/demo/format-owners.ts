/** The owners of websites as lines for a terminal. Pure. */
import type { OwnedSite } from './owners.ts'
import type { Shard } from './shards.ts'

export function formatOwners(shards: readonly Shard[], sites: readonly OwnedSite[]): string {
  const rows = shards.map(({ name, state, pid }) => [
    name,
    state === 'runs' ? `pid ${pid}` : state,
    namesOf(sites.filter(({ shard }) => shard === name)),
  ])
  const homeless = sites.filter(({ shard }) => shard === undefined)
  if (homeless.length > 0) rows.push(['on their way', '', namesOf(homeless)])
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map(([name, state, names]) => `  ${name!.padEnd(widths[0]!)}  ${state!.padEnd(widths[1]!)}  ${names}`)
    .join('\n')
}

function namesOf(sites: readonly OwnedSite[]): string {
  return sites.length === 0 ? '–' : `${sites.length}: ${sites.map(({ name }) => name).join(' ')}`
}
