import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildArguments, readRecipe } from './recipe.ts'

const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8')
const mod = await read('go.mod')
const sum = await read('go.sum')

describe('readRecipe', () => {
  it('reads the versions from go.mod', () => {
    expect(readRecipe({ mod, sum })).toEqual({
      kubernetes: expect.stringMatching(/^1\.36\.\d+$/),
      go: expect.stringMatching(/^1\.\d+\.\d+$/),
      cacheName: expect.stringMatching(/^kube-apiserver-1\.36\.\d+-[0-9a-f]{8}$/),
    })
  })

  it('changes the cache directory when a dependency changes', () => {
    const changed = readRecipe({ mod, sum: `${sum}example.com/extra v1.0.0 h1:abc=\n` })
    expect(changed.cacheName).not.toBe(readRecipe({ mod, sum }).cacheName)
  })

  it('names what is missing in an invalid go.mod', () => {
    expect(() => readRecipe({ mod: 'module x\n', sum })).toThrow(
      'Cannot find the version of k8s.io/kubernetes in tools/kube-apiserver/go.mod. Restore the file.',
    )
  })
})

describe('go.mod of tools/kube-apiserver', () => {
  it('replaces every staging module by the release of the pinned Kubernetes version', () => {
    const staging = readRecipe({ mod, sum }).kubernetes.replace(/^1\./, 'v0.')
    const replaced = [...mod.matchAll(/^\t(\S+) => (\S+) (\S+)$/gm)].map(([, from, to, version]) => [from, to, version])
    expect(replaced).toEqual(replaced.map(([from]) => [from, from, staging]))
    expect(replaced).toHaveLength(33)
  })
})

describe('buildArguments', () => {
  it('sets the version in server and client', () => {
    const recipe = { kubernetes: '1.36.4', go: '1.26.0', cacheName: 'any' }
    expect(buildArguments('kubectl', recipe, '/out').join(' ')).toBe(
      'build -v -trimpath -ldflags -s -w ' +
        '-X k8s.io/component-base/version.gitVersion=v1.36.4 -X k8s.io/component-base/version.gitMajor=1 ' +
        '-X k8s.io/component-base/version.gitMinor=36 -X k8s.io/component-base/version.gitTreeState=clean ' +
        '-X k8s.io/client-go/pkg/version.gitVersion=v1.36.4 -X k8s.io/client-go/pkg/version.gitMajor=1 ' +
        '-X k8s.io/client-go/pkg/version.gitMinor=36 -X k8s.io/client-go/pkg/version.gitTreeState=clean ' +
        '-o /out/kubectl k8s.io/kubernetes/cmd/kubectl',
    )
  })
})
