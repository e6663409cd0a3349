/** Running, queued and delayed reconciles. */
import type { QueueEntry } from '@kubewright/dashboard/topics'
import { formatAge } from '../format.ts'
import { Chip, Empty, type Tone } from '../parts.tsx'
import { useNow } from '../page-context.tsx'

const order: Readonly<Record<QueueEntry['standing'], number>> = { running: 0, waiting: 1, delayed: 2 }
const tones: Readonly<Record<QueueEntry['standing'], Tone>> = { running: 'busy', waiting: 'quiet', delayed: 'quiet' }
/** Further entries are only counted. */
const shown = 200

export function CurrentReconciles({ entries }: { entries: readonly QueueEntry[] }) {
  const at = useNow()
  const sorted = [...entries].sort((one, two) => order[one.standing] - order[two.standing] || one.at - two.at)
  if (sorted.length === 0) return <Empty>Nothing runs, nothing waits.</Empty>
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Queue">
      <table>
        <thead>
          <tr>
            <th scope="col">Object</th>
            <th scope="col">Controller</th>
            <th scope="col">State</th>
            <th scope="col">Why</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, shown).map((one) => (
            <tr key={`${one.controller} ${one.object} ${one.cluster}`}>
              <td>
                {one.object}
                {one.cluster === undefined ? null : <span class="soft"> in {one.cluster}</span>}
              </td>
              <td class="soft">{one.controller}</td>
              <td>
                <Chip tone={one.failures > 0 ? 'bad' : tones[one.standing]}>
                  {one.standing}
                  {one.failures > 0 ? `, failed ${one.failures} times` : ''}
                </Chip>
              </td>
              <td class="soft">{one.reasons.join(', ')}</td>
              <td>{one.standing === 'delayed' ? `in ${formatAge(one.at - at)}` : formatAge(at - one.at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > shown ? <p class="soft">… and {sorted.length - shown} more</p> : null}
    </div>
  )
}
