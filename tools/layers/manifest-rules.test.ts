import { describe, expect, it } from 'vitest'
import { describePackage, type Layers, type Manifest } from '../workspace.ts'
import { checkManifest } from './manifest-rules.ts'
import { readSourceFile } from './source-file.ts'

const layers: Layers = {
  packages: { core: [], resource: ['core'], client: ['core', 'resource'] },
  'third-party': { resource: ['zod'], client: ['undici'] },
}
const core = describePackage('core', { name: '@kubewright/core', version: '1.0.0' })
const resource = describePackage('resource', {
  name: '@kubewright/resource',
  version: '1.0.0',
  peerDependencies: { zod: '^4' },
})

function complaintsAbout(manifest: Partial<Manifest>, sources: Record<string, string> = {}, folder = 'client') {
  const each = describePackage(folder, { name: `@kubewright/${folder}`, version: '1.0.0', ...manifest })
  const files = Object.entries(sources).map(([path, text]) => readSourceFile(`packages/${folder}/src/${path}`, text))
  const shipped = new Set([`packages/${folder}/src/a.ts`])
  return checkManifest(each, files, { packages: [core, resource, each], layers, shipped }).map(({ text }) => text)
}

describe('layer rule: a package manifest', () => {
  it('is accepted if it declares exactly what shipped code imports', () => {
    const manifest = { dependencies: { '@kubewright/core': '1.0.0', undici: '^7' } }
    const sources = { 'a.ts': `import type { A } from '@kubewright/core'\nimport { Agent } from 'undici'` }
    expect(complaintsAbout(manifest, sources)).toEqual([])
  })

  it('must declare what is imported', () => {
    expect(complaintsAbout({}, { 'a.ts': `import { Agent } from 'undici'` })).toEqual([
      'undici is imported but not declared. Add it to "dependencies".',
    ])
  })

  it('must not declare what only tests import', () => {
    const manifest = { dependencies: { '@kubewright/core': '1.0.0' } }
    expect(complaintsAbout(manifest, { 'a.test.ts': `import { a } from '@kubewright/core'` })).toEqual([
      '@kubewright/core is declared but only tests import it, if anything does. Remove it.',
    ])
  })

  it('must not declare what layers.json forbids', () => {
    const manifest = { dependencies: { lodash: '4' } }
    expect(complaintsAbout(manifest, { 'a.ts': `import 'lodash'` })).toEqual([
      'lodash is declared but layers.json does not allow it.',
    ])
  })

  it('must pin our own packages to the shared version', () => {
    const manifest = { dependencies: { '@kubewright/core': '^1.0.0' } }
    expect(complaintsAbout(manifest, { 'a.ts': `import '@kubewright/core'` })).toEqual([
      '@kubewright/core is declared as ^1.0.0; our packages pin 1.0.0.',
    ])
  })

  it('may repeat a peer dependency of a package it depends on', () => {
    const manifest = { dependencies: { '@kubewright/resource': '1.0.0' }, peerDependencies: { zod: '^4' } }
    expect(complaintsAbout(manifest, { 'a.ts': `import '@kubewright/resource'` })).toEqual([])
  })

  it('must have the shared version and the name of its folder', () => {
    expect(complaintsAbout({ name: 'klient', version: '2.0.0' })).toEqual([
      'The name is klient; by its folder it is @kubewright/client.',
      'The version is 2.0.0; all packages share 1.0.0.',
    ])
  })

  it('must belong to a package in layers.json', () => {
    expect(complaintsAbout({}, {}, 'surprise')).toEqual([
      'surprise is not in layers.json. Say there what it may import.',
    ])
  })
})
