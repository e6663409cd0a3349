import { states } from '@kubewright/external'
import { expect, it } from 'vitest'
import { statePages } from './state-diagram.ts'

it('external resource: the state diagram has every state and transition', () => {
  const [page] = statePages().values()
  for (const state of states) expect(page).toContain(state)
  expect(page).toContain('look --> Creating: Missing')
  expect(page).toContain('look --> Recreating: RecreateRequired')
  expect(page).toContain('Terminating --> [*]')
})
