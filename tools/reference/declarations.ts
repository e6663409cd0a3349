/** Declaration files of all packages, as the build would publish them, in a cache folder. */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sourceCondition } from '../workspace.ts'

/** Resolves to the folder; the paths below it are those of the sources. */
export function emitDeclarations(root: string): Promise<string> {
  const folder = join(root, 'node_modules/.cache/kubewright-declarations')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configFor(root, folder)))
  const compiler = join(root, 'node_modules/typescript7/bin/tsc')
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [compiler, '-p', folder], { cwd: root }, (error, stdout, stderr) => {
      // Type errors exit with 1 or 2 and are ignored: another check reports them.
      if (error && error.code !== 1 && error.code !== 2) reject(new Error(`The compiler failed: ${stdout}${stderr}`))
      else resolve(folder)
    })
  })
}

function configFor(root: string, folder: string) {
  const top = relative(folder, root)
  return {
    extends: `${top}/tsconfig.build.json`,
    compilerOptions: {
      emitDeclarationOnly: true,
      declarationMap: false,
      sourceMap: false,
      customConditions: [sourceCondition],
      rootDir: top,
      outDir: '.',
    },
    include: [`${top}/packages/*/src`, `${top}/apps/cli/src/index.ts`],
    exclude: ['test', 'test-d', 'bench'].map((kind) => `${top}/packages/*/src/**/*.${kind}.ts`),
  }
}
