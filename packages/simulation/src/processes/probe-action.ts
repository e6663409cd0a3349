/** One attempt of a probe. */
import { spawn } from 'node:child_process'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import type { Container, Probe } from '@kubewright/kubernetes/core/v1'
import { signalGroup } from './process-group.ts'

/** The target of a container's probes. */
export interface ProbeTarget {
  readonly host: string
  readonly container: Container
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export type ProbeResult = { readonly isWell: true } | { readonly isWell: false; readonly why: string }

const well: ProbeResult = { isWell: true }
const ill = (why: string): ProbeResult => ({ isWell: false, why })

/** @param signal aborts the attempt, which then counts as failed */
export function attempt(probe: Probe, target: ProbeTarget, signal: AbortSignal): Promise<ProbeResult> {
  const { exec, httpGet, tcpSocket } = probe
  if (exec !== undefined) return execute(exec.command ?? [], target, signal)
  if (httpGet !== undefined) return get(httpGet, target, signal)
  if (tcpSocket !== undefined) return open(tcpSocket, target, signal)
  return Promise.resolve(ill('there is nothing to probe'))
}

function execute(command: readonly string[], { cwd, env }: ProbeTarget, signal: AbortSignal): Promise<ProbeResult> {
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: 'ignore', shell: false })
    const isAlive = () => child.exitCode === null && child.signalCode === null
    const kill = () => child.pid !== undefined && isAlive() && signalGroup(child.pid, 'SIGKILL')
    signal.addEventListener('abort', kill, { once: true })
    const finish = (result: ProbeResult) => {
      signal.removeEventListener('abort', kill)
      resolve(result)
    }
    child.once('error', (error) => finish(ill(error.message)))
    child.once('exit', (code) => finish(code === 0 ? well : ill(`command ended with ${code ?? 'a signal'}`)))
  })
}

type HttpGet = NonNullable<Probe['httpGet']>

function get(action: HttpGet, target: ProbeTarget, signal: AbortSignal): Promise<ProbeResult> {
  const { scheme = 'HTTP', path = '/', host = target.host, httpHeaders = [] } = action
  const port = portOf(action.port, target.container)
  if (port === undefined) return Promise.resolve(ill(`there is no port ${action.port}`))
  const headers = Object.fromEntries(httpHeaders.map(({ name, value }) => [name, value]))
  const options = { host, port, path, headers, signal, agent: false, rejectUnauthorized: false }
  return new Promise((resolve) => {
    // Decision 0426: importing `node:http` would load much more.
    const request = scheme === 'HTTPS' ? httpsRequest : process.getBuiltinModule('node:http').request
    const asked = request(options, (response) => {
      response.resume()
      const { statusCode = 0 } = response
      const isWell = statusCode >= 200 && statusCode < 400
      response.once('close', () => resolve(isWell ? well : ill(`HTTP probe failed with statuscode: ${statusCode}`)))
    })
    asked.once('error', (error) => resolve(ill(error.message)))
    asked.end()
  })
}

type TcpSocket = NonNullable<Probe['tcpSocket']>

function open(action: TcpSocket, target: ProbeTarget, signal: AbortSignal): Promise<ProbeResult> {
  const port = portOf(action.port, target.container)
  if (port === undefined) return Promise.resolve(ill(`there is no port ${action.port}`))
  return new Promise((resolve) => {
    const socket = connect({ host: action.host ?? target.host, port, signal })
    socket.once('connect', () => {
      socket.destroy()
      resolve(well)
    })
    socket.once('error', (error) => resolve(ill(error.message)))
  })
}

export function portOf(port: number | string, { ports = [] }: Container): number | undefined {
  if (typeof port === 'number') return port
  return ports.find(({ name }) => name === port)?.containerPort
}
