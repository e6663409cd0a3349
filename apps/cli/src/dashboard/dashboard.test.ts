import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiServer } from '@kubewright/apiserver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../program.ts'
import { fakeTerminal } from '../testing/fake-terminal.ts'

let server: Awaited<ReturnType<typeof startApiServer>>
let folder: string

beforeAll(async () => {
  server = await startApiServer({ listen: {} })
  folder = await mkdtemp(join(tmpdir(), 'kubewright-dashboard-'))
  await writeFile(join(folder, 'config'), server.endpoint!.kubeconfig(), { mode: 0o600 })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

it('kubewright dashboard serves until it is stopped, read-only unless actions are allowed', async () => {
  const stop = new AbortController()
  let served: (() => void) | undefined
  const serving = new Promise<void>((resolve) => (served = resolve))
  const terminal = fakeTerminal({ cwd: folder, signal: stop.signal, onWrite: () => served!() })
  const args = ['dashboard', '--port', '0', '--kubeconfig', 'config', '--allow', 'pause, edit']
  const running = runCommand(args, terminal)
  await Promise.race([serving, running])
  const url = /(http:\S+)/.exec(terminal.written.stdout)![0]
  const info = (await (await fetch(`${url}api/v1/server`)).json()) as { allows: unknown; version: unknown }
  expect([info.version, info.allows]).toEqual([1, ['pause', 'edit']])
  stop.abort()
  expect(await running).toBe(0)
})

it.each([
  [['--allow', 'everything'], '"everything" is not an action: use pause, edit, secrets'],
  [['--port', 'http'], '"http" is not a port'],
])('kubewright dashboard refuses %j', async (args, message) => {
  const terminal = fakeTerminal({ cwd: folder })
  await expect(runCommand(['dashboard', '--kubeconfig', 'config', ...args], terminal)).rejects.toThrow(message)
})
