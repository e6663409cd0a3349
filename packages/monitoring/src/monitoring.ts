/** A Monitoring: the measured pods, their inputs, and the sink of the samples. */
import { defineResource, type InputOf, type ObjectOf } from '@kubewright/resource'
import { sidecarSpec, sidecarStatus } from '@kubewright/sidecar'
import { z } from 'zod'
import { monitoringGroup } from './names.ts'

const scrape = z.object({
  port: z.int().min(1).max(65_535).describe('A port of the pod.'),
  path: z
    .string()
    .max(512)
    .regex(/^\/[\w./?=&%:@+~-]*$/)
    .default('/metrics')
    .describe('What answers in the text format of Prometheus.'),
})

/**
 * Adds Telegraf to the pods that carry the label `monitoring.kubewright.dev/name` with its name, or that its selector matches, and
 * writes what it measures to InfluxDB.
 */
export const Monitoring = defineResource({
  group: monitoringGroup,
  version: 'v1alpha1',
  kind: 'Monitoring',
  scope: 'Namespaced',
  description: 'Measures pods with Telegraf, and writes the samples to InfluxDB.',
  spec: z.object({
    ...sidecarSpec,
    interval: z
      .string()
      .max(16)
      .regex(/^[1-9]\d{0,5}(ms|s|m)$/)
      .default('10s')
      .describe('How often the pods are measured.'),
    scrape: z.array(scrape).max(16).default([]).describe('Metrics that the pods serve themselves.'),
    inputs: z
      .string()
      .max(65_536)
      .default('')
      .describe('Further inputs of Telegraf, in its own TOML. ${POD_IP} is the address of the pod.'),
    secretName: z.string().max(253).optional().describe('A Secret whose values are variables of the inputs.'),
    tags: z.record(z.string(), z.string().max(253)).default({}).describe('Tags of every sample.'),
    labelTags: z
      .array(
        z
          .string()
          .max(317)
          .regex(/^[\w./-]+$/),
      )
      .max(32)
      .default([])
      .describe('Labels of the pods that become tags of the same name.'),
    sink: z.object({
      url: z
        .string()
        .max(1024)
        .regex(/^https?:\/\/[\w.-]+(:\d+)?(\/[\w./-]*)?$/)
        .describe('The HTTP interface of InfluxDB 1.x: http://influxdb:8086.'),
      database: z
        .string()
        .max(64)
        .regex(/^[\w.-]+$/),
      secretName: z
        .string()
        .max(253)
        .optional()
        .describe('Holds INFLUX_USERNAME and INFLUX_PASSWORD, if it asks for them.'),
    }),
  }),
  status: z.object({
    ...sidecarStatus,
    pods: z.int().optional().describe('How many pods belong to it.'),
    monitored: z.int().optional().describe('How many of them run Telegraf.'),
  }),
  conditions: ['Ready', 'Collecting'],
  columns: { Pods: '.status.pods', Monitored: '.status.monitored' },
})

export interface Monitoring extends ObjectOf<typeof Monitoring> {}
export type MonitoringInput = InputOf<typeof Monitoring>
