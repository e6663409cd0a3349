import { Deployment, Job } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { IotSnap, namespace, root } from './iot-snap.ts'
import { type RunningStack, long, startStack } from './running-stack.ts'

async function images({ client }: RunningStack): Promise<Record<string, string>> {
  const { items } = await client.list(Deployment, { namespace })
  return Object.fromEntries(
    items.map(({ metadata, spec }) => [metadata.name, spec.template.spec!.containers[0]!.image!.replace(/^.*:/, '')]),
  )
}

const askFor = ({ client }: RunningStack, version: string) => client.patch(IotSnap, root, { spec: { version } })

describe('stack: an upgrade', () => {
  it(
    'runs the steps before and after, updates one component after the other, and reaches the new version',
    long,
    async () => {
      await using stack = await startStack({ version: '1.0' })
      expect((await stack.object()).status).toMatchObject({ phase: 'Running', version: '1.0' })
      await askFor(stack, '1.1')
      await stack.rest()
      await stack.wait('5m')

      const { status } = await stack.object()
      expect(status).toMatchObject({ phase: 'Running', version: '1.1' })
      expect(status?.upgrade).toBeUndefined()
      const found = await images(stack)
      expect(found).toMatchObject({ 'root-postgres': '1.1', 'root-gui': '1.1', 'root-mongo': '1.0' })
      expect((await stack.client.list(Job, { namespace })).items).toEqual([])
      const events = await stack.events()
      expect(events).toEqual(expect.arrayContaining(['Upgrading: upgrades from 1.0 to 1.1', 'Upgraded: is at 1.1']))
    },
  )

  it(
    'is rolled back if a component is unhealthy, and not retried until another version is requested',
    long,
    async () => {
      await using stack = await startStack({ version: '1.1' })
      await askFor(stack, '1.2')
      await stack.rest()
      await stack.wait('2m')
      expect((await stack.object()).status).toMatchObject({
        phase: 'Upgrading',
        upgrade: { current: 'cloudadmin', to: '1.2' },
      })
      await stack.wait('20m')

      const { status } = await stack.object()
      expect(status).toMatchObject({ phase: 'Running', version: '1.1', upgrade: { phase: 'rolled-back', to: '1.2' } })
      expect(new Set(Object.values(await images(stack)))).toEqual(new Set(['1.1', '1.0']))

      await askFor(stack, '1.3')
      await stack.rest()
      await stack.wait('5m')
      expect((await stack.object()).status).toMatchObject({ phase: 'Running', version: '1.3' })
    },
  )

  it('is refused with an event for an unreachable version, and changes nothing', long, async () => {
    await using stack = await startStack({ version: '1.0' })
    await askFor(stack, '7.0')
    await stack.rest()
    const { status } = await stack.object()
    expect(status).toMatchObject({
      version: '1.0',
      step: 'there is no version "7.0"; there are 1.0, 1.1, 1.2, 1.3',
    })
    const message = 'there is no version "7.0"; there are 1.0, 1.1, 1.2, 1.3'
    expect(status?.conditions).toContainEqual(expect.objectContaining({ type: 'Ready', status: 'True', message }))
    await stack.wait('1h')
    expect((await stack.events()).filter((event) => event.includes(message))).toEqual([`VersionRefused: ${message}`])
  })

  it('a new stack with an unknown version deploys nothing until the version is corrected', long, async () => {
    await using stack = await startStack({ version: '7.0' })
    const message = 'there is no version "7.0"; there are 1.0, 1.1, 1.2, 1.3'
    const { status } = await stack.object()
    expect([await images(stack), status?.phase, status?.version]).toEqual([{}, 'Blocked', undefined])
    expect(status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Ready', status: 'False', reason: 'Blocked', message }),
    )
    expect((await stack.events()).filter((event) => event.includes(message))).toEqual([`VersionRefused: ${message}`])

    await askFor(stack, '1.0')
    await stack.rest()
    await stack.wait('5m')
    expect((await stack.object()).status).toMatchObject({ phase: 'Running', version: '1.0' })
    expect(new Set(Object.values(await images(stack)))).toEqual(new Set(['1.0']))
  })
})
