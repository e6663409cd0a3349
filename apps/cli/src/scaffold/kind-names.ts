/** The names derived from a kind: of files, variables and in text. */
import { isKubewrightError } from '@kubewright/core'
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'
import { cliErrors } from '../errors.ts'
import { identifierOf } from './identifier.ts'

export interface KindNames {
  /** `LightBulb` */
  readonly kind: string
  /** `lightbulbs` */
  readonly plural: string
  /** The file of the resource, without its extension: `light-bulb`. */
  readonly file: string
  /** The file and the name of its controller: `light-bulbs`. */
  readonly controllerFile: string
  /** The variable of one object: `lightBulb`. */
  readonly one: string
  /** The variable of its controller: `lightBulbs`. */
  readonly many: string
  /** In text: `light bulb`. */
  readonly words: string
}

/** Kinds that the files of a new project import. */
const importedKinds = new Set(['ConfigMap', 'ObjectOf'])

/** Files that every project has. */
const everyFile = new Set(['main', 'operator'])

/**
 * Checks the names of a custom resource with `defineResource` itself.
 *
 * Failure: `KW_CLI_NAME` with the reason from Kubernetes, or the conflicting file.
 */
export function kindNames(kind: string, group: string, version = 'v1alpha1'): KindNames {
  const plural = pluralOf(kind, group, version)
  const words = kind.match(/[A-Z]+(?![a-z0-9])|[A-Z][a-z0-9]*|[a-z0-9]+/g)!.map((word) => word.toLowerCase())
  const file = words.join('-')
  const last = words.at(-1)!
  const before = words.slice(0, -1)
  const controllerFile = [...before, plural.slice(before.join('').length)].join('-')
  if (importedKinds.has(kind))
    throw nameError(`the kind ${kind}`, 'the files of a project import something of that name')
  return {
    kind,
    plural,
    file: everyFile.has(file) ? `${file}-resource` : file,
    controllerFile: controllerFile === file ? `${file}-${last}` : controllerFile,
    one: identifierOf(file, 'Object'),
    many: identifierOf(controllerFile, 'Controller'),
    words: words.join(' '),
  }
}

function pluralOf(kind: string, group: string, version: string): string {
  try {
    return defineResource({ group, version, kind, scope: 'Namespaced', spec: z.object({}) }).plural
  } catch (error) {
    throw nameError(`the kind ${kind}.${group}`, reasonOf(error))
  }
}

/** The problems only: the caller's message already names the kind. */
function reasonOf(error: unknown): string {
  if (!isKubewrightError(error, 'KW_RESOURCE_NAME')) return (error as Error).message
  const problems = error.details['problems'] as readonly { readonly name: string; readonly why: string }[]
  return problems.map(({ name, why }) => `${name}: ${why}`).join('; ')
}

/** `an order`, `a light bulb`. A heuristic by the first letter. */
export function withArticle(words: string): string {
  return `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`
}

export function nameError(what: string, why: string, next?: string): Error {
  return cliErrors('KW_CLI_NAME', { what: `use ${what}`, why, ...(next === undefined ? {} : { next }) })
}
