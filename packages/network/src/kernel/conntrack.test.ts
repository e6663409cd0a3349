import { describe, expect, it } from 'vitest'
import { ScriptedRunner } from '../testing/scripted-runner.ts'
import { forgetConnections, networksIn } from './conntrack.ts'

const listing = [
  'tcp      6 431999 ESTABLISHED src=10.244.1.5 dst=10.2.1.5 sport=1 dport=8080 src=10.2.1.5 dst=10.1.1.5 sport=8080 dport=1 [ASSURED] mark=0 use=1',
  'icmp     1 29 src=192.0.2.1 dst=10.7.0.1 type=8 code=0 id=1 src=10.7.0.1 dst=192.0.2.1 type=0 code=0 id=1 mark=0 use=1',
  'something else',
].join('\n')

describe('deleting conntrack entries', () => {
  it('matches the original direction of connections, not replies', () => {
    const networks = ['10.1.0.0/16', '10.2.0.0/16', '10.7.0.1', '10.9.0.0/16', '10.244.0.0/16']
    expect(networksIn(listing, { destinations: networks, sources: networks })).toEqual({
      destinations: ['10.2.0.0/16', '10.7.0.1'],
      sources: ['10.244.0.0/16'],
    })
  })

  it('deletes by network if few networks changed', async () => {
    const runner = new ScriptedRunner()
    expect(await forgetConnections(runner, { destinations: ['10.2.0.0/16'], sources: [] })).toBe(1)
    expect(await forgetConnections(runner, { destinations: [], sources: ['10.2.0.0/16'] })).toBe(1)
    expect(await forgetConnections(runner, { destinations: [], sources: [] })).toBe(0)
    expect(runner.lines).toEqual(['conntrack -D -d 10.2.0.0/16', 'conntrack -D -s 10.2.0.0/16'])
  })

  it('lists connections once if many networks changed, and deletes only those in use', async () => {
    const runner = new ScriptedRunner(() => ({ stdout: listing }))
    const networks = Array.from({ length: 200 }, (_, index) => `10.${index}.0.0/16`)
    expect(await forgetConnections(runner, { destinations: networks, sources: ['10.244.0.0/16', '10.3.0.0/16'] })).toBe(
      4,
    )
    const asked = ['-L -f ipv4', '-D -d 10.2.0.0/16', '-D -d 10.7.0.0/16', '-D -s 10.244.0.0/16']
    expect(runner.lines).toEqual(asked.map((args) => `conntrack ${args}`))
  })
})
