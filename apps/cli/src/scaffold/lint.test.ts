import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { linkedProject, slow } from '../testing/linked-project.ts'

/** `npm run lint`, without npm. */
function lint(root: string): Promise<{ readonly code: number; readonly said: string }> {
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` })
    })
  })
}

it(
  'a new project passes its own lint, which finds a missing await',
  async () => {
    await using project = await linkedProject()
    const { root } = project
    // Here packages are read from their sources; an installed one has declarations.
    const tsconfig = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8')) as { compilerOptions: object }
    const compilerOptions = { ...tsconfig.compilerOptions, customConditions: ['@kubewright/source'] }
    await writeFile(join(root, 'tsconfig.json'), JSON.stringify({ ...tsconfig, compilerOptions }))
    expect(await lint(root)).toMatchObject({ code: 0 })

    const path = join(root, 'src/orders.ts')
    const text = await readFile(path, 'utf8')
    expect(text).toContain('    await ctx.setStatus(')
    await writeFile(path, text.replace('    await ctx.setStatus(', '    ctx.setStatus('))
    const { code, said } = await lint(root)
    expect(code).toBe(1)
    expect(said).toMatch(/no-floating-promises[^]*orders\.ts/)
  },
  slow,
)
