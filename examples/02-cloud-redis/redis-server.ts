/** Redis servers on this machine: the real `redis-server` if installed, otherwise a small stand-in. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { sleep, systemClock } from '@kubewright/core'
import { ask, type RedisAddress } from './redis-connection.ts'
import { startStandIn } from './redis-stand-in.ts'

export interface RedisServer extends AsyncDisposable {
  readonly address: RedisAddress
  resize(memorySizeGb: number): Promise<void>
}

export type StartRedis = (memorySizeGb: number) => Promise<RedisServer>

/** Whether `redis-server` is on the PATH. */
export async function hasRedis(): Promise<boolean> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = await Promise.allSettled(folders.map((folder) => access(join(folder, 'redis-server'), constants.X_OK)))
  return found.some(({ status }) => status === 'fulfilled')
}

/** Runs in a child process. Nothing is written to disk. */
export const startRedis: StartRedis = async (memorySizeGb) => {
  const address = { host: '127.0.0.1', port: await freePort() }
  const settings = ['--bind', address.host, '--port', `${address.port}`, '--save', '', '--appendonly', 'no']
  const server = spawn('redis-server', [...settings, '--maxmemory', `${memorySizeGb}gb`], { stdio: 'ignore' })
  const end = () => void server.kill('SIGKILL')
  process.once('exit', end) // on every exit, unless this process is killed by a signal
  await untilItAnswers(server, address)
  return {
    address,
    async resize(gigabytes) {
      const answer = await ask(address, `CONFIG SET maxmemory ${gigabytes}gb`)
      if (answer !== '+OK') throw new Error(`redis-server refused to resize: ${answer}`)
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', end)
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

/** Answers PING, SET and GET from this process. */
export const startStandInRedis: StartRedis = async () => {
  const standIn = await startStandIn()
  return { address: standIn.address, resize: async () => undefined, [Symbol.asyncDispose]: () => standIn.stop() }
}

async function untilItAnswers(server: ChildProcess, address: RedisAddress): Promise<void> {
  let failure: Error | undefined
  server.once('error', (error) => (failure = error))
  for (let attempt = 0; attempt < 250; attempt++) {
    if (failure !== undefined) throw failure
    if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode} before it answered`)
    const answer = await ask(address, 'PING').catch(() => undefined)
    if (answer === '+PONG') return
    await sleep(systemClock, 20)
  }
  server.kill('SIGKILL')
  throw new Error(`redis-server does not answer on ${address.host}:${address.port}`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
