/**
 * WireGuard in user space (`wireguard-go`), for kernels without it. It is configured through its socket, so the `wg` command is not needed.
 * The program outlives this process: a restart of the agent drops no packet.
 */
import { connect } from 'node:net'
import { type Clock, sleep } from '@kubewright/core'
import { networkErrors } from '../errors.ts'
import { type ProgramRunner, runOrThrow } from '../kernel/program-runner.ts'
import type { WireguardDevice } from '../plan/node-plan.ts'
import type { WireguardBackend } from './wireguard-backend.ts'
import type { KeyRing } from './wireguard-keys.ts'
import { assertAccepted, parseStatus, renderDevice, renderPeers } from './wireguard-uapi.ts'

/** Options of `userSpaceWireguard`. */
export interface UserSpaceWireguardOptions {
  readonly runner: ProgramRunner
  readonly clock: Clock
  readonly keys: KeyRing
  /** Starts the program for a device; returns once it runs in the background. */
  readonly launch?: ((device: string) => Promise<void>) | undefined
  /** The path of the program's configuration socket. */
  readonly socketOf?: ((device: string) => string) | undefined
}

/** How long the program may take to open its socket. */
const readyWithinMs = 10_000
const pollEveryMs = 20

/** WireGuard in user space by `wireguard-go`, for kernels without WireGuard. */
export function userSpaceWireguard(options: UserSpaceWireguardOptions): WireguardBackend {
  const { runner, clock, keys } = options
  const launch = options.launch ?? ((device) => startProgram(runner, device))
  const socketOf = options.socketOf ?? ((device) => `/var/run/wireguard/${device}.sock`)
  const ask = (device: string, request: string) => exchange(socketOf(device), request)

  const awaitSocket = async (device: string) => {
    for (let waited = 0; ; waited += pollEveryMs) {
      if ((await ask(device, 'get=1\n\n').catch(() => undefined)) !== undefined) return
      if (waited >= readyWithinMs) throw notReady(device)
      await sleep(clock, pollEveryMs)
    }
  }

  const setKey = async ({ name, listenPort, publicKey }: WireguardDevice) =>
    assertAccepted(await ask(name, renderDevice({ privateKey: keys.privateKeyOf(publicKey), listenPort })))

  return {
    async makeDevice(device) {
      const { name, mtu } = device
      await launch(name)
      await awaitSocket(name)
      await setKey(device)
      const input = `link set dev ${name} mtu ${mtu}\nlink set dev ${name} up\n`
      await runOrThrow(runner, { program: 'ip', args: ['-batch', '-'], input })
    },
    async removeDevice(name) {
      await runOrThrow(runner, { program: 'ip', args: ['link', 'del', 'dev', name] }) // the program exits with its device
    },
    changeKey: setKey,
    async readDevice(name) {
      const answer = await ask(name, 'get=1\n\n').catch(() => undefined)
      return answer === undefined ? undefined : parseStatus(answer)
    },
    async changePeers(device, change) {
      assertAccepted(await ask(device, renderPeers(change)))
    },
  }
}

async function startProgram(runner: ProgramRunner, device: string): Promise<void> {
  const { code, stdout, stderr } = await runner.run('wireguard-go', [device])
  if (code === 0) return
  throw cannotStart(device, `wireguard-go ended with ${code}: ${withoutBanner(`${stdout}\n${stderr}`)}`)
}

/** The program writes errors to its output, and always a framed text that recommends the kernel's WireGuard. */
function withoutBanner(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^[┌│└]/.test(line))
  return lines.slice(0, 5).join('; ').slice(0, 1_000) || 'it does not say why'
}

/** One request and its response, which ends with an empty line. */
function exchange(path: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      answer += chunk
      if (!answer.endsWith('\n\n')) return
      resolve(answer)
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${path} closed before it answered`)))
    socket.write(request)
  })
}

function notReady(device: string): Error {
  return cannotStart(device, `wireguard-go did not open its socket within ${readyWithinMs / 1000} s`)
}

function cannotStart(device: string, why: string): Error {
  return networkErrors('KW_NETWORK_KERNEL', {
    what: `start WireGuard for ${device}`,
    why,
    next: 'Load the WireGuard module of the kernel, or give the pod /dev/net/tun and a writable /var/run/wireguard, as wireguard-go.patch.yaml does.',
    details: { device },
  })
}
