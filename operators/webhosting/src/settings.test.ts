import { describe, expect, it } from 'vitest'
import { defaultHosting, readSettings } from './settings.ts'

describe('settings', () => {
  it('have defaults', () => {
    expect(readSettings([], {})).toMatchObject({ coordination: 'leader', hosting: defaultHosting, isHelpWanted: false })
  })

  it('come from flags, beside those of the manager', () => {
    const flags = ['--coordination=alone', '--health-port', '0', '--website-concurrency', '3', '--ingress-host', 'a']
    const { coordination, hosting, manager } = readSettings(
      [...flags, '--ingress-host=b', '--ingress-annotation', 'x/y=a=b', '--ingress-class', 'nginx'],
      {},
    )
    expect([coordination, manager.healthPort]).toEqual(['alone', 0])
    expect(hosting).toEqual({
      concurrency: 3,
      ingress: { hosts: ['a', 'b'], annotations: { 'x/y': 'a=b' }, className: 'nginx' },
    })
  })

  it('come from the environment, and flags override it', () => {
    const environment = {
      WEBHOSTING_COORDINATION: 'shard',
      WEBHOSTING_WEBSITE_CONCURRENCY: '7',
      WEBHOSTING_INGRESS_HOSTS: 'a,b',
      WEBHOSTING_INGRESS_TLS_SECRET: 'wildcard',
      WEBHOSTING_INGRESS_CLASS: '',
    }
    expect(readSettings(['--coordination', 'alone'], environment)).toMatchObject({
      coordination: 'alone',
      hosting: { concurrency: 7, ingress: { hosts: ['a', 'b'], tlsSecretName: 'wildcard' } },
    })
  })

  it.each([
    { argv: ['--coordination', 'both'], why: '--coordination is alone, leader, shard, not "both"' },
    { argv: ['--website-concurrency', '0'], why: '--website-concurrency is a whole number from 1 to 1000, not "0"' },
    { argv: ['--website-concurrency', '1e3'], why: 'a whole number' },
    { argv: ['--ingress-annotation', '=x'], why: '--ingress-annotation is key=value, not "=x"' },
    { argv: ['--colour', 'red'], why: '--colour' },
    { argv: ['red'], why: 'red' },
  ])('are refused if invalid: $argv', ({ argv, why }) => {
    expect(() => readSettings(argv, {})).toThrow(why)
  })
})
