import { describe, expect, it } from 'vitest'
import type { PlannedFault } from '../plan/plan.ts'
import type { Role } from './actor.ts'
import { callOf, testWorld, textOf } from './testing/test-world.ts'
import type { Call } from './world-call.ts'

const label = 'patch secrets default/a'
const at = { call: label, nth: 1 }

/** Performs a call under a plan, and returns the outcome for the caller. */
async function perform(fault: PlannedFault | undefined, more: Partial<Call<string>> = {}, role: Role = 'operator') {
  const world = testWorld({ faults: fault === undefined ? [] : [fault] })
  const sent: string[] = []
  const call = callOf(label, more)
  const send = () => {
    sent.push(label)
    return call.send()
  }
  let outcome = 'none'
  await world.injector.perform(
    world.actor('operator 1', role),
    { ...call, send },
    { resolve: (answer) => void (outcome = answer), reject: (error) => void (outcome = String(error)) },
  )
  return { ...world, sent, outcome, story: textOf(world.trace) }
}

describe('FaultInjector', () => {
  it('sends a call without a fault, and reports its change', async () => {
    const { outcome, asked, story } = await perform(undefined)
    expect({ outcome, asked, story }).toEqual({
      outcome: label,
      asked: ['operator changed something'],
      story: [`${label} 1: 200`],
    })
  })

  it.each<{ fault: PlannedFault; isSent: boolean; outcome: RegExp; fate: string; asked?: readonly string[] }>([
    { fault: { type: 'fail', at, status: 500 }, isSent: false, outcome: /refused with 500/, fate: 'answered with 500' },
    {
      fault: { type: 'unsent', at },
      isSent: false,
      outcome: /connection broke/,
      fate: 'the connection breaks before it is sent',
    },
    { fault: { type: 'lost', at }, isSent: true, outcome: /connection broke/, fate: 'the response is lost' },
    { fault: { type: 'handover', at }, isSent: true, outcome: /^patch/, fate: '200', asked: ['hand over'] },
    {
      fault: { type: 'crash', at, when: 'after' },
      isSent: true,
      outcome: /none/,
      fate: 'the response is not received',
      asked: ['start'],
    },
  ])('injects $fault.type', async ({ fault, isSent, outcome, fate, asked = [] }) => {
    const result = await perform(fault)
    expect(result.sent).toHaveLength(isSent ? 1 : 0)
    expect(result.outcome).toMatch(outcome)
    expect(result.story[0]).toBe(`${label} 1: ${fate}`)
    expect(result.asked).toEqual(expect.arrayContaining([...asked]))
    expect(result.faults).toMatchObject({ injected: 1, pending: [] })
  })

  it('does not send, or trace, a call before which the caller crashes', async () => {
    const { sent, outcome, story } = await perform({ type: 'crash', at, when: 'before' })
    expect({ sent, outcome, story }).toEqual({
      sent: [],
      outcome: 'none',
      story: [`operator 1 crashes before "${label}"`],
    })
  })

  it('counts neither calls of other actors nor calls that are aside', async () => {
    const fault: PlannedFault = { type: 'fail', at, status: 500 }
    for (const { outcome, story, faults } of [
      await perform(fault, {}, 'user'),
      await perform(fault, { isAside: true }),
    ])
      expect({ outcome, story, left: faults.pending }).toEqual({
        outcome: label,
        story: [`${label} 0: 200`],
        left: [fault],
      })
  })

  it('injects faults into a call that is aside but faultable', async () => {
    const more = { isAside: true, isFaultable: true }
    const { outcome, trace } = await perform({ type: 'fail', at, status: 500 }, more)
    expect(outcome).toContain('500')
    expect(trace.entries[0]).toMatchObject({ nth: 0, aside: 1 })
  })

  it('refuses calls in an outage, and remembers the watches among them', async () => {
    const fault: PlannedFault = { type: 'outage', of: { kind: 'secrets' }, step: 0, answer: 500 }
    const { outcome, sent, outage } = await perform(fault, { label: 'watch secrets', writes: false })
    expect(outcome).toContain('refused with 500')
    expect(sent).toEqual([])
    expect(outage).toMatchObject({ isLasting: true, hasBrokenWatches: true })
  })

  it('rejects a call that fails by itself', async () => {
    const { outcome, story } = await perform(undefined, { send: () => Promise.reject(new Error('no')) })
    expect(outcome).toBe('Error: no')
    expect(story).toEqual([`${label} 1: failed`])
  })
})
