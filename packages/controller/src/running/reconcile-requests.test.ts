import { seededRandom, VirtualClock } from '@kubewright/core/testing'
import { backgroundPriority, WorkQueue } from '@kubewright/queue'
import { describe, expect, it } from 'vitest'
import { formatReason, type Reason } from '../request/reason.ts'
import { changeOf, site } from '../testing/objects.ts'
import { ReconcileRequests } from './reconcile-requests.ts'

const changed: Reason = { type: 'changed' }
const change = changeOf('updated', site(), { heardAt: 7 })

function start() {
  const queue = new WorkQueue<string, Reason>({ clock: new VirtualClock() })
  const gone = new Set<string>()
  return { queue, gone, requests: new ReconcileRequests(queue, (key) => gone.has(key)) }
}

async function taken(queue: WorkQueue<string, Reason>): Promise<readonly string[]> {
  const lines: string[] = []
  while (queue.size > 0) {
    using task = (await queue.take())!
    lines.push(`${task.key} (${task.priority}): ${task.reasons.map(formatReason).join(', ')}`)
  }
  return lines
}

describe('a reconcile request', () => {
  it('is queued while the controller is active', async () => {
    const { queue, requests } = start()
    requests.begin()
    requests.add('a', changed)
    requests.addForChange('b', { type: 'initial' }, { ...change, isInitial: true })
    expect(await taken(queue)).toEqual(['a (0): changed', `b (${backgroundPriority}): initial`])
  })

  it('waits on standby, and is queued with all its reasons when the controller becomes active', async () => {
    const { queue, requests } = start()
    requests.add('a', changed)
    requests.add('a', { type: 'resync' }, { priority: backgroundPriority })
    expect(queue.size).toBe(0)
    requests.begin()
    requests.end()
    requests.add('b', changed)
    expect(await taken(queue)).toEqual(['a (0): changed, resync'])
  })

  it('is dropped on standby when its object is deleted, with the arrival time of its first change', async () => {
    const { queue, requests, gone } = start()
    requests.addForChange('a', changed, change)
    gone.add('a')
    requests.addForChange('a', { type: 'deleted' }, change)
    requests.begin()
    expect([await taken(queue), requests.takeArrival('a')]).toEqual([[], undefined])
  })

  it('returns the arrival time of its first change once', () => {
    const { requests } = start()
    requests.begin()
    requests.addForChange('a', changed, change)
    requests.addForChange('a', changed, { ...change, heardAt: 9 })
    expect([requests.takeArrival('a'), requests.takeArrival('a')]).toEqual([7, undefined])
  })

  it('is never lost across switches between active and standby (random schedule)', async () => {
    const { queue, requests } = start()
    const random = seededRandom('requests')
    const [asked, seen] = [new Set<string>(), new Set<string>()]
    for (let step = 0; step < 1_000; step++) {
      const turn = random.next()
      if (turn < 0.2) requests.begin()
      else if (turn < 0.4) requests.end()
      else {
        requests.add(`key-${step}`, changed)
        asked.add(`key-${step}`)
      }
    }
    requests.begin()
    for (const line of await taken(queue)) seen.add(line.split(' ')[0]!)
    expect(seen).toEqual(asked)
  })
})
