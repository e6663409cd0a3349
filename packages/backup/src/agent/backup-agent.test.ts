import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { startBackupAgent } from './backup-agent.ts'

const environment = {
  BACKUP_VOLUME_0: 'data',
  BACKUP_PATH_0: '/nowhere',
  RESTIC_REPOSITORY: 's3:http://127.0.0.1:1/b',
  RESTIC_PASSWORD: 'x',
  AWS_ACCESS_KEY_ID: 'x',
  AWS_SECRET_ACCESS_KEY: 'x',
  AGENT_TOKEN: 'right',
}
const addresses = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
const loopbacks = addresses
  .filter(({ internal }) => internal)
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))

describe('the backup agent', () => {
  it('listens on all IPv4 and IPv6 addresses of the pod, and requires the token', async () => {
    await using agent = await startBackupAgent({ environment, port: 0 })
    const { port } = new URL(agent.url)
    const statuses = loopbacks.map(async (host) => {
      const { status } = await fetch(`http://${host}:${port}/operations/a`, { headers: { connection: 'close' } })
      return [host, status]
    })
    expect(loopbacks.length).toBeGreaterThan(0)
    expect(await Promise.all(statuses)).toEqual(loopbacks.map((host) => [host, 401]))
  })

  it.each(['monday/..', '--password-command=x', ''])('refuses the restore source %j', async (source) => {
    await using agent = await startBackupAgent({ environment: { ...environment, POD_IP: '127.0.0.1' }, port: 0 })
    const body = JSON.stringify({ kind: 'restore', backup: 'monday', owner: 'shop.db', source })
    const headers = { authorization: 'Bearer right', connection: 'close' }
    const response = await fetch(`${agent.url}/operations/a`, { method: 'PUT', headers, body })
    expect([response.status, await response.text()]).toEqual([400, '{"reason":"Error: the operation is malformed"}'])
  })
})
