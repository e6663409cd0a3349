import { createAuthority } from '@kubewright/core/certificates'
import { seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { certificatesIn } from './serving-certificate.ts'
import { SharedBundle } from './shared-bundle.ts'

function start() {
  const clock = new VirtualClock()
  const random = seededRandom('bundle')
  const authority = (name: string, lastsMs = 10 * 86_400_000) => {
    const notAfter = new Date(clock.now() + lastsMs).toISOString()
    return certificatesIn(createAuthority({ name, notAfter, clock, random }).certificate)[0]!
  }
  return { clock, authority, process: () => new SharedBundle(clock) }
}

describe('a CA bundle shared by several processes', () => {
  it('contains the old and the new CA while only some processes have the new one', () => {
    const { authority, process } = start()
    const [older, newer] = [authority('old'), authority('new')]
    const [one, two] = [process(), process()]
    let installed = one.with(older, [])
    expect(two.with(older, [installed])).toBe(older)
    installed = one.with(newer, [installed])
    expect(installed).toBe(older + newer)
    expect(two.with(older, [installed])).toBe(installed)
    expect(two.with(newer, [installed])).toBe(installed)
  })

  it('drops the old CA an hour after it was last read', async () => {
    const { authority, process, clock } = start()
    const [older, newer] = [authority('old'), authority('new')]
    const one = process()
    const installed = one.with(newer, [one.with(older, [])])
    await clock.advance('59m')
    expect(one.with(newer, [installed])).toBe(installed)
    await clock.advance('1m')
    expect(one.with(newer, [installed])).toBe(newer)
  })

  it('drops a CA that this process has never read once it has expired', async () => {
    const { authority, process, clock } = start()
    const [foreign, own] = [authority('foreign', 3_600_000), authority('own')]
    const one = process()
    expect(one.with(own, [foreign])).toBe(foreign + own)
    await clock.advance('2h')
    expect(one.with(own, [foreign + own])).toBe(own)
  })
})
