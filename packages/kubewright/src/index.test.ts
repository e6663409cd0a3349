import { readFileSync } from 'node:fs'
import * as client from '@kubewright/client'
import * as controller from '@kubewright/controller'
import * as kubernetes from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import * as clientPath from './client.ts'
import { Job } from './generated/kubernetes/batch/v1.ts'
import * as umbrella from './index.ts'
import * as kubernetesPath from './kubernetes.ts'

describe('the umbrella package', () => {
  it('re-exports identical values, so imports from it and from single packages can be mixed', () => {
    expect(umbrella.createClient).toBe(client.createClient)
    expect(umbrella.defineController).toBe(controller.defineController)
    expect(umbrella.Deployment).toBe(kubernetes.Deployment)
    expect({ ...clientPath }).toEqual({ ...client })
    expect(Object.keys(kubernetesPath)).toEqual(Object.keys(kubernetes))
  })

  it('exports at most 35 names', () => {
    expect(Object.keys(umbrella).length).toBeLessThanOrEqual(35)
  })

  it('has an entry for every package of an operator and for their sub-paths', () => {
    const packages = 'cache client controller core kubernetes lease manager resource webhook'.split(' ')
    const paths = packages.flatMap((name) => [`./${name}`, ...subpathsOf(name).map((path) => `./${name}/${path}`)])
    const own = Object.keys(manifest.exports).filter((path) => !path.startsWith('./kubernetes/'))
    expect(own).toEqual(['.', ...paths, './package.json'])
  })

  it('has every entry of @kubewright/kubernetes below ./kubernetes, so that a project needs no other package', () => {
    const { exports } = readManifest('../../kubernetes/package.json')
    const paths = Object.keys(exports).filter((path) => path !== '.' && path !== './package.json')
    const own = Object.keys(manifest.exports).filter((path) => path.startsWith('./kubernetes/'))
    expect(own).toEqual(paths.map((path) => path.replace('./', './kubernetes/')))
    expect(own).toContain('./kubernetes/batch/v1')
    expect(Job).toBe(kubernetes.Job)
  })
})

/** Entries for tests, or that need an optional peer dependency. */
const notPassedOn = ['client/testing', 'core/testing', 'manager/opentelemetry', 'manager/pino']

function subpathsOf(name: string): readonly string[] {
  if (name === 'kubernetes') return []
  const paths = Object.keys(readManifest(`../../${name}/package.json`).exports).map((path) => path.slice(2))
  return paths.filter((path) => !['', 'package.json'].includes(path) && !notPassedOn.includes(`${name}/${path}`))
}

function readManifest(path: string): { readonly exports: Readonly<Record<string, unknown>> } {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as ReturnType<typeof readManifest>
}
