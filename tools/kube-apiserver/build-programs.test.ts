import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildPrograms } from './build-programs.ts'
import { createScratchDirectory, type ScratchDirectory } from './scratch-directory.ts'

const recipe = { kubernetes: '1.36.4', go: '1.26.0', cacheName: 'any' }

/** Stands in for Go: `build` writes the file after `-o` and adds a line to a diary. */
const fakeGo = `
[ "$1" = build ] || exit 0
echo "$@" >> "$(dirname "$0")/diary"
while [ "$1" != -o ]; do shift; done
echo k8s.io/some/package >&2
echo binary > "$2"`

const optionsIn = (scratch: ScratchDirectory, go: string) => {
  const lines: string[] = []
  const target = join(scratch.path, 'cache', 'programs')
  return { lines, recipe, target, go, report: (line: string) => void lines.push(line) }
}

describe('buildPrograms', () => {
  it('builds each program once for concurrent callers, and leaves only the result', async () => {
    await using scratch = await createScratchDirectory()
    const options = optionsIn(scratch, await scratch.script('go', fakeGo))

    await Promise.all([buildPrograms(options), buildPrograms(options), buildPrograms(options)])

    expect((await readdir(options.target)).sort()).toEqual(['etcd', 'kube-apiserver', 'kubectl'])
    expect((await readFile(join(scratch.path, 'diary'), 'utf8')).trim().split('\n')).toHaveLength(3)
    expect(await readdir(join(scratch.path, 'cache'))).toEqual(['programs'])
  })

  it('reports its current step', async () => {
    await using scratch = await createScratchDirectory()
    const options = optionsIn(scratch, await scratch.script('go', fakeGo))
    await buildPrograms(options)
    expect(options.lines.filter((line) => line.startsWith('[2/3]'))).toEqual([
      '[2/3] kube-apiserver ...',
      '[2/3] kube-apiserver: ended after 0 s',
    ])
  })

  it('reports the output of Go when the build fails, and leaves no files', async () => {
    await using scratch = await createScratchDirectory()
    const go = await scratch.script(
      'go',
      '[ "$1" = build ] || exit 0; echo "go: no route to the module proxy" >&2; exit 1',
    )
    const options = optionsIn(scratch, go)

    await expect(buildPrograms(options)).rejects.toThrow(
      'Cannot build etcd: go build ended with 1. Repair what it says, or set KUBEBUILDER_ASSETS to a directory with ' +
        'the binaries.\ngo: no route to the module proxy',
    )
    expect(await readdir(join(scratch.path, 'cache'))).toEqual([])
  })

  it.each([
    { name: 'missing', body: undefined, why: 'there is no go command on the PATH' },
    {
      name: 'too old',
      body: 'echo "go.mod requires go >= 1.26.0" >&2; exit 1',
      why: 'the go command is too old or broken',
    },
  ])('asks for Go or for binaries if Go is $name', async ({ body, why }) => {
    await using scratch = await createScratchDirectory()
    const go = body === undefined ? join(scratch.path, 'absent') : await scratch.script('go', body)
    await expect(buildPrograms(optionsIn(scratch, go))).rejects.toThrow(
      `Cannot build kube-apiserver 1.36.4: ${why}. It needs Go 1.26.0 or newer; ` +
        'or set KUBEBUILDER_ASSETS to a directory with kube-apiserver and etcd.',
    )
  })
})
