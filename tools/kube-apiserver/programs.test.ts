import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assertRecentEtcd, cacheRoot, readPrograms } from './programs.ts'
import { createScratchDirectory } from './scratch-directory.ts'

describe('cacheRoot', () => {
  it.each([
    { name: 'XDG_CACHE_HOME', environment: { XDG_CACHE_HOME: '/caches' }, root: '/caches/kubewright' },
    { name: 'the home directory without it', environment: {}, root: join(homedir(), '.cache/kubewright') },
    {
      name: 'the home directory if it is empty',
      environment: { XDG_CACHE_HOME: '' },
      root: join(homedir(), '.cache/kubewright'),
    },
  ])('is below $name', ({ environment, root }) => {
    expect(cacheRoot(environment)).toBe(root)
  })
})

describe('readPrograms', () => {
  it('reads the version of each program', async () => {
    await using directory = await createScratchDirectory()
    const etcd = await directory.script('etcd', 'echo "etcd Version: 3.6.8"; echo "Go Version: go1.26.8"')
    const kubeApiserver = await directory.script('kube-apiserver', 'echo Kubernetes v1.36.4')

    expect(await readPrograms(directory.path)).toEqual({
      directory: directory.path,
      etcd,
      kubeApiserver,
      kubectl: undefined,
      kubernetesVersion: '1.36.4',
    })
  })

  it('names a missing program', async () => {
    await using directory = await createScratchDirectory()
    await directory.script('etcd', 'echo "etcd Version: 3.6.8"')
    await expect(readPrograms(directory.path)).rejects.toThrow(
      `Cannot start a real API server: ${directory.path} has no executable kube-apiserver. ` +
        'Point KUBEBUILDER_ASSETS at a directory with kube-apiserver and etcd, or unset it to have them built.',
    )
  })

  it('reports a program that does not run', async () => {
    await using directory = await createScratchDirectory()
    await directory.script('etcd', 'exit 126')
    await directory.script('kube-apiserver', 'echo Kubernetes v1.36.4')
    await expect(readPrograms(directory.path)).rejects.toThrow(
      'etcd --version failed. Was it built for another machine?',
    )
  })
})

describe('assertRecentEtcd', () => {
  it.each(['3.5.13', '3.5.21', '3.6.0-rc.1', '4.0.0'])('accepts %s', (version) => {
    expect(() => assertRecentEtcd('/bin/etcd', version)).not.toThrow()
  })

  it.each(['3.4.31', '3.5.12', '2.9.9'])('refuses %s', (version) => {
    expect(() => assertRecentEtcd('/bin/etcd', version)).toThrow(
      `/bin/etcd is etcd ${version}, but Kubernetes needs 3.5.13 or newer`,
    )
  })
})
