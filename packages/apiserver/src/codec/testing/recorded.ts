/** Recorded output of real programs, kept beside the tests that compare with it. */
import { readFileSync } from 'node:fs'
import type { DecodeCase } from './decode-case.ts'

/** Results of the Go types, recorded by `tools/go-shapes/record-cases.ts`. */
export function recordedDecodeCases(): readonly DecodeCase[] {
  return read('decode-cases.json') as DecodeCase[]
}

/** Bodies that kubectl 1.36 sends, recorded by `tools/go-shapes/record-kubectl.ts`. */
export function recordedKubectlBodies(): readonly { name: string; body: string; object: Draft }[] {
  return read('kubectl-bodies.json') as { name: string; body: string; object: Draft }[]
}

/** Texts that are not JSON, with the error messages of kube-apiserver 1.36. */
export function recordedSyntaxCases(): readonly (readonly [text: string, problem: string])[] {
  return read('syntax-cases.json') as [string, string][]
}

interface Draft {
  readonly kind: string
  readonly apiVersion: string
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'))
}
