import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { defineAdmission } from '../admission/define-admission.ts'
import { Website } from '../testing/website.ts'
import { createWebhookServer } from './webhook-server.ts'

const websites = defineAdmission({ for: Website, validate: { create: () => [] } })
const secret = { name: 'hooks', namespace: 'web' }
const installation = { name: 'web', service: { name: 'hooks', namespace: 'web' } }
const never = new AbortController().signal

describe('createWebhookServer', () => {
  it('does nothing until it is started', async () => {
    const server = createWebhookServer({ serve: [websites], certificates: { secret }, installation })
    expect([server.check(), server.port]).toEqual(['webhooks are not served yet', undefined])
    expect(server.metrics.collect()).toHaveLength(7)
    await server.stop()
  })

  it('refuses to issue certificates without an installation', () => {
    expect(() => createWebhookServer({ serve: [websites], certificates: { secret } })).toThrow(
      'Cannot issue certificates for webhooks: no `installation` registers them, so the API server would not trust them. Set `installation: { name, service: { name, namespace } }`, or read certificates from files.',
    )
  })

  it('refuses two admissions of one name', () => {
    expect(() => createWebhookServer({ serve: [websites, websites], certificates: '/nowhere' })).toThrow(
      'another webhook has that name',
    )
  })

  it('fails without a client if it has to install webhooks', async () => {
    const server = createWebhookServer({ serve: [websites], certificates: { secret }, installation })
    await expect(server.start({}, never)).rejects.toMatchObject({ code: 'KW_WEBHOOK_INSTALL' })
    await server.stop()
  })

  it('refuses certificate lifetimes that are too short for the poll interval', () => {
    const certificates = { secret, certificate: '1m' } as const
    expect(() => createWebhookServer({ serve: [websites], certificates, installation })).toThrow(
      'Cannot use these lifetimes of certificates: a certificate could expire between two polls. Let a certificate last at least nine times `poll`.',
    )
  })

  it('waits ten seconds for certificate files, then names the missing one', async () => {
    // Reading a file takes turns of its own, which the clock has to wait for.
    const clock = new VirtualClock({ settle: () => new Promise((resolve) => void readNothing().then(resolve)) })
    const server = createWebhookServer({ serve: [websites], certificates: '/nowhere' })
    const started = server.start({ clock }, never).catch((error: Error) => error.message)
    await clock.advance('15s')
    expect(await started).toBe(
      'Cannot serve webhooks with /nowhere/tls.crt: there is no such file. Mount the Secret that holds the certificate there, or let the program issue its own.',
    )
    await server.stop()
  })

  it('stops waiting for certificate files when aborted', async () => {
    const clock = new VirtualClock()
    const ending = new AbortController()
    const server = createWebhookServer({ serve: [websites], certificates: '/nowhere' })
    const started = server.start({ clock }, ending.signal)
    ending.abort(new Error('enough'))
    await expect(started).rejects.toThrow('enough')
    await server.stop()
  })
})

/** Long enough to find several times that a file is missing. */
async function readNothing(): Promise<void> {
  const { readFile } = await import('node:fs/promises')
  for (let time = 0; time < 5; time++) await readFile('/nowhere/tls.crt').catch(() => undefined)
}
