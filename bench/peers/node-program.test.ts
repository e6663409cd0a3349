import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { nodeVersion } from './node-program.ts'

it('TypeScript programs are measured on the Node line of the Dockerfile of a new project', () => {
  const scaffold = readFileSync(resolve(import.meta.dirname, '../../apps/cli/src/scaffold/pipeline-files.ts'), 'utf8')
  expect(scaffold).toContain(`FROM node:${nodeVersion.split('.')[0]}-slim\n`)
})
