/**
 * The settings of a service, from its environment or from `application.properties` in the directory of its ConfigMap. A
 * variable takes precedence over the file; `minio.url` is the variable `MINIO_URL`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The mount path of a service's ConfigMap. */
export const configDirectory = '/deployments/config'

export interface Settings {
  /** Failure: throws an `Error` that names the setting and both places to set it. */
  required(name: string): string
  optional(name: string, otherwise: string): string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Failure: rejects if the file exists and cannot be read. */
export async function readSettings(environment: Environment = process.env): Promise<Settings> {
  const directory = environment['CONFIG_DIRECTORY'] ?? environment['KUBEWRIGHT_VOLUME_CONFIG'] ?? configDirectory
  const text = await readFile(join(directory, 'application.properties'), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  return settingsFrom(environment, parseProperties(text))
}

export function settingsFrom(environment: Environment, properties: ReadonlyMap<string, string>): Settings {
  const find = (name: string) => environment[variableOf(name)] ?? properties.get(name)
  return {
    optional: (name, otherwise) => find(name) ?? otherwise,
    required(name) {
      const value = find(name)
      if (value !== undefined && value !== '') return value
      const places = `${name} in application.properties, or the variable ${variableOf(name)}`
      throw new Error(`Cannot start: ${name} is not set. Set ${places}.`)
    },
  }
}

/** Lines of `name=value`; empty lines and those that start with `#` are skipped. */
export function parseProperties(text: string): ReadonlyMap<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.includes('=') && !line.trimStart().startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const
    }),
  )
}

function variableOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase()
}
