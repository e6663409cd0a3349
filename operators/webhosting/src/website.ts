/** A website of a customer, in the namespace of a project. */
import { defineResource, type ObjectOf } from 'kubewright'
import { z } from 'zod'
import { group } from './names.ts'

/** Leaves room for the suffix within the limits of a Service name and a label value. */
const longestName = 56

export const phases = ['Pending', 'Ready', 'Error', 'Terminating'] as const
export type Phase = (typeof phases)[number]

export const Website = defineResource({
  group,
  version: 'v1alpha1',
  kind: 'Website',
  scope: 'Namespaced',
  shortNames: ['site'],
  description: 'A website: a webserver with a page in the colours of its theme.',
  spec: z.object({
    theme: z
      .string()
      .max(253)
      .regex(/^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/)
      .optional()
      .describe('The Theme it is shown in. There is no website without one, but it may be chosen later.'),
    title: z.string().min(1).max(120).optional().describe('Its heading. Its name, if there is none.'),
  }),
  status: z.object({
    phase: z.enum(phases).optional().describe('Where it stands, in one word.'),
    lastTransitionTime: z.iso.datetime().optional().describe('When phase or observedGeneration last changed.'),
  }),
  conditions: ['Ready'],
  columns: { Theme: '.spec.theme', Phase: '.status.phase', Since: '.status.lastTransitionTime' },
  rules: [
    {
      // Its Service is named after it, and Service names are stricter than those of other objects.
      rule: "self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
      message: 'the name may hold a-z, 0-9 and -, and begins with a letter',
    },
    {
      rule: `size(self.metadata.name) <= ${longestName}`,
      message: `the name may not be longer than ${longestName} characters`,
    },
  ],
})

export interface Website extends ObjectOf<typeof Website> {}
