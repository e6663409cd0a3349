/** A map in a kubeconfig, read field by field: every value is validated on access, and errors name its location. */
import { resolve } from 'node:path'
import type { KubewrightError } from '@kubewright/core'
import { connectionErrors } from '../errors.ts'
import type { FieldPath, KubeconfigSource } from './kubeconfig-source.ts'

export class Fields {
  readonly source: KubeconfigSource
  readonly path: FieldPath
  readonly #values: ReadonlyMap<string, unknown>

  private constructor(source: KubeconfigSource, path: FieldPath, values: ReadonlyMap<string, unknown>) {
    this.source = source
    this.path = path
    this.#values = values
  }

  /** The map at `path`. An absent value counts as an empty map, as in kubectl. */
  static at(source: KubeconfigSource, path: FieldPath, value: unknown): Fields {
    if (value === undefined || value === null || value === '') return new Fields(source, path, new Map())
    if (typeof value !== 'object' || Array.isArray(value))
      throw invalid(source, path, `it is ${kindOf(value)}, not a map`)
    return new Fields(source, path, new Map(Object.entries(value)))
  }

  get names(): readonly string[] {
    return [...this.#values.keys()]
  }

  get isEmpty(): boolean {
    return this.names.every((name) => this.#isUnset(name))
  }

  /** The text of a field; `undefined` if it is unset or empty. */
  text(name: string): string | undefined {
    return this.#isUnset(name) ? undefined : this.#asText([name], this.#values.get(name))
  }

  /** A path in a field, relative to the file that contains it. */
  file(name: string): string | undefined {
    const path = this.text(name)
    return path === undefined ? undefined : resolve(this.source.directory, path)
  }

  flag(name: string): boolean {
    const text = this.text(name)?.toLowerCase()
    if (text === undefined || ['false', 'no', 'off', 'n'].includes(text)) return false
    if (['true', 'yes', 'on', 'y'].includes(text)) return true
    throw this.invalid(name, 'it is neither true nor false')
  }

  texts(name: string): readonly string[] {
    return this.#list(name).map((value, index) => this.#asText([name, index], value))
  }

  map(name: string): Fields {
    return Fields.at(this.source, [...this.path, name], this.#values.get(name))
  }

  maps(name: string): readonly Fields[] {
    return this.#list(name).map((value, index) => Fields.at(this.source, [...this.path, name, index], value))
  }

  /** Any value, with scalars resolved as in YAML. */
  json(name: string): unknown {
    return this.source.json([...this.path, name])
  }

  /** The error for an invalid field. */
  invalid(name: string, why: string, next?: string): KubewrightError {
    return invalid(this.source, [...this.path, name], why, next)
  }

  /** The error for two mutually exclusive fields. */
  conflict(one: string, other: string): KubewrightError {
    return connectionErrors('KW_CLIENT_CONFIG_CONFLICT', {
      what: `use ${placeOf(this.source, this.path)}`,
      why: `it has both ${one} and ${other}, and only one of them may be set`,
      next: 'Remove one of them.',
      details: { source: this.source.name, fields: [one, other] },
    })
  }

  #list(name: string): readonly unknown[] {
    const value = this.#values.get(name)
    if (this.#isUnset(name)) return []
    if (!Array.isArray(value)) throw this.invalid(name, `it is ${kindOf(value)}, not a list`)
    return value
  }

  #isUnset(name: string): boolean {
    const value = this.#values.get(name)
    return value === undefined || value === null || value === ''
  }

  #asText(steps: FieldPath, value: unknown): string {
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    throw invalid(this.source, [...this.path, ...steps], `it is ${kindOf(value)}, not a text`)
  }
}

/** `users[2].user.exec in /home/ada/.kube/config, line 40` */
export function placeOf(source: KubeconfigSource, path: FieldPath): string {
  const line = source.line(path)
  return `${formatPath(path)} in ${source.name}${line === undefined ? '' : `, line ${line}`}`
}

function invalid(source: KubeconfigSource, path: FieldPath, why: string, next?: string): KubewrightError {
  return connectionErrors('KW_CLIENT_CONFIG_INVALID', {
    what: `use ${placeOf(source, path)}`,
    why,
    next: next ?? 'Correct the field, or write the file again with the tool that made it.',
    details: { source: source.name, field: formatPath(path), line: source.line(path) },
  })
}

function formatPath(path: FieldPath): string {
  if (path.length === 0) return 'the top level'
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : `a ${typeof value === 'string' ? 'text' : typeof value}`
}
