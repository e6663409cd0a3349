/**
 * Device settings, which are files below `/proc/sys`. They belong to the network namespace of the process that opens them, so programs of
 * the runner read and write them.
 *
 * In a container `/proc/sys` is read-only, and nothing may be mounted there: the pod mounts the node's elsewhere and passes the path.
 *
 * See decision 0348.
 */
import type { DeviceSetting } from '../plan/node-plan.ts'
import { type ProgramRunner, runOrThrow } from './program-runner.ts'

export const defaultSysctlRoot = '/proc/sys'

export class DeviceSettings {
  readonly #runner: ProgramRunner
  readonly #folder: string

  constructor(runner: ProgramRunner, sysctlRoot: string = defaultSysctlRoot) {
    this.#runner = runner
    this.#folder = `${sysctlRoot}/net/ipv4/conf`
  }

  /** A device that disappeared meanwhile is skipped. */
  async read(devices: readonly string[]): Promise<DeviceSetting[]> {
    if (devices.length === 0) return []
    const files = devices.map((device) => `${this.#folder}/${device}/rp_filter`)
    const { stdout } = await this.#runner.run('grep', ['-Hs', '', ...files])
    return stdout.split('\n').flatMap((line) => {
      const [, device, value] = /\/conf\/([^/]+)\/rp_filter:(\d+)$/.exec(line) ?? []
      return device === undefined || value === undefined ? [] : [{ device, name: 'rp_filter' as const, value }]
    })
  }

  /** Returns the number of programs run: one per value. */
  async write(settings: readonly DeviceSetting[]): Promise<number> {
    const values = new Set(settings.map(({ value }) => value))
    for (const value of values) {
      const files = settings.filter((setting) => setting.value === value)
      const args = files.map(({ device, name }) => `${this.#folder}/${device}/${name}`)
      await runOrThrow(this.#runner, { program: 'tee', args, input: `${value}\n` })
    }
    return values.size
  }
}
