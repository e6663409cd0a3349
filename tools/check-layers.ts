/**
 * Enforces the architecture: allowed imports between packages and between folders, no cycles, no imports around a package's `exports`, accurate manifests.
 * `layers.json` contains the rules; this file finds the sources and prints violations.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { checkFolders } from './layers/folder-rules.ts'
import { findCycles, importGraph } from './layers/import-cycles.ts'
import { checkSourceFile, type Repository } from './layers/import-rules.ts'
import { checkManifest } from './layers/manifest-rules.ts'
import { formatProblem, type Problem } from './layers/problem.ts'
import { shippedFiles } from './layers/shipped-files.ts'
import { readSourceFile } from './layers/source-file.ts'
import { listFiles } from './list-files.ts'
import { inLayerOrder, type Manifest, readJson, readLayers, readPackages } from './workspace.ts'

const folders = ['packages', 'operators', 'apps', 'examples', 'test', 'tools', 'bench']

function checkLayers(root: string): Problem[] {
  const packages = readPackages(root)
  const layers = readLayers(root)
  inLayerOrder(packages, layers)
  const files = listFiles(root, folders, /\.[cm]?[jt]sx?$/).map((path) =>
    readSourceFile(path, readFileSync(join(root, path), 'utf8')),
  )
  const shipped = shippedFiles(files, packages)
  const repository: Repository = { packages, layers, shipped, declaredFor: (path) => declaredNear(root, dirname(path)) }
  return [
    ...files.flatMap((file) => checkSourceFile(file, repository)),
    ...findCycles(importGraph(files, packages)),
    ...checkFolders(files, repository),
    ...packages.flatMap((each) => checkManifest(each, files, repository)),
  ]
}

function declaredNear(root: string, folder: string): Set<string> {
  const path = join(root, folder, 'package.json')
  if (!existsSync(path)) return declaredNear(root, dirname(folder))
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = readJson<Manifest>(path)
  return new Set(Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies }))
}

const problems = checkLayers(resolve(import.meta.dirname, '..'))
for (const problem of problems) console.error(formatProblem(problem))
if (problems.length > 0) process.exitCode = 1
