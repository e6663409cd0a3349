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
  description: 'A web server with a page in the colours of a Theme.',
  spec: z.object({
    theme: z
      .string()
      .max(253)
      .regex(/^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/)
      .optional()
      .describe('Name of the Theme. May be set after creation; until then no web server is started.'),
    title: z.string().min(1).max(120).optional().describe('Heading of the page. Default: the name of the Website.'),
  }),
  status: z.object({
    phase: z.enum(phases).optional().describe('Phase of the website.'),
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
