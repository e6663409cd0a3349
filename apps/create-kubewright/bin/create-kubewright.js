#!/usr/bin/env node
// `npm create kubewright@latest my-operator` is `kubewright init my-operator`.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

process.argv.splice(2, 0, 'init')
const cli = dirname(createRequire(import.meta.url).resolve('@kubewright/cli/package.json'))
await import(pathToFileURL(join(cli, 'bin/kubewright.js')).href)
