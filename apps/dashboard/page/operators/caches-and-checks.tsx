/** The caches of the operator, and its readiness checks. */
import type { CacheEntry, CheckEntry } from '@kubewright/dashboard/topics'
import { Chip, Empty } from '../parts.tsx'
import { formatRoute, kindParts } from '../route.ts'

export function Caches({ entries }: { entries: readonly CacheEntry[] }) {
  if (entries.length === 0) return <Empty>No kind is watched yet.</Empty>
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Caches">
      <table>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Scope</th>
            <th scope="col" class="number">
              Objects
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ kind, cluster, scope, objects, phase, isSynced, failure }) => (
            <tr key={`${kind.group} ${kind.kind} ${scope} ${cluster}`}>
              <td>
                <a href={formatRoute('objects', kindParts(kind))}>{kind.kind}</a>
                {cluster === undefined ? null : <span class="soft"> in {cluster}</span>}
              </td>
              <td class="soft">{scope === '' ? 'all' : scope}</td>
              <td class="number">{objects.toLocaleString('en')}</td>
              <td>
                <Chip tone={failure !== undefined ? 'bad' : isSynced ? 'good' : 'busy'}>{phase}</Chip>
                {failure === undefined ? null : <p class="bad">{failure}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function Checks({ entries }: { entries: readonly CheckEntry[] }) {
  if (entries.length === 0) return <Empty>No health check has run yet.</Empty>
  return (
    <ul class="plain">
      {entries.map(({ name, isWell, why, note }) => (
        <li key={name} class="row">
          <Chip tone={isWell ? 'good' : 'bad'}>{isWell ? 'well' : 'not ready'}</Chip> <span>{name}</span>
          <span class={isWell ? 'soft' : 'bad'}>{why ?? note ?? ''}</span>
        </li>
      ))}
    </ul>
  )
}
