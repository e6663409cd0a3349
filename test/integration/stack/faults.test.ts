import { findPlan, recoveries } from '@kubewright/protocol'
import { describe, expect, it } from 'vitest'
import { type Name, names, needs } from './iot-snap.ts'
import { allUp, long, protocol, record, startStack } from './running-stack.ts'

/** A component and everything that needs it, directly or not. */
function affectedBy(name: Name): Name[] {
  const affected = new Set<Name>([name])
  for (const other of names) if (needs[other].some((need) => affected.has(need))) affected.add(other)
  return [...affected]
}

const operationsIn = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('handle'))

describe('stack: a crash that takes dependent components down', () => {
  it.each(recoveries(protocol, allUp).map(({ faults: [fault], plan }) => ({ name: fault!.node as Name, plan })))(
    'is recovered with the planned operations: $name',
    long,
    async ({ name, plan }) => {
      await using stack = await startStack({ patience: '1m' })
      await using recording = await record(stack, allUp)
      await stack.crash(...affectedBy(name))
      await stack.rest()
      await stack.wait('2m')

      expect(recording.operations.toSorted()).toEqual(operationsIn(plan.lines!).toSorted())
      expect(recording.deviations()).toEqual([])
      expect((await stack.object()).status).toMatchObject({ phase: 'Running', plan: [] })
    },
  )
})

describe('stack: a crash of one component without effect on others', () => {
  it('is repaired alone, after the time to repair itself', long, async () => {
    await using stack = await startStack({ patience: '1m' })
    await using recording = await record(stack, allUp)
    await stack.crash('minio')
    await stack.wait('30s')
    expect(recording.operations).toEqual([])
    const { status } = await stack.object()
    expect(status).toMatchObject({ phase: 'Healing', plan: ['minio.delete', 'minio.run'] })
    expect(status?.components?.['minio']).toMatchObject({
      phase: 'crashed',
      waitsFor: 'may repair itself before it is replaced',
    })

    await stack.wait('40s')
    expect(recording.operations).toEqual(['minio.delete', 'minio.run'])
    expect((await stack.object()).status).toMatchObject({ phase: 'Running' })
  })
})

it('stack: deploys in the order of the plan', long, async () => {
  await using stack = await startStack()
  const order = (await stack.events()).flatMap((event) => /ComponentStarted: (\S+):/.exec(event)?.[1] ?? [])
  expect(order.toSorted()).toEqual([...findPlan(protocol, { to: allUp }).lines!].toSorted())
})
