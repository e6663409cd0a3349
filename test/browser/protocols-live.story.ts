/** An application of a cluster: its global state during a fault, the plan, and the actions of its operator. */
import assert from 'node:assert/strict'
import { startDashboard } from '@kubewright/dashboard'
import { startStack } from '../integration/stack/running-stack.ts'
import { assertAccessible, assertFits, openPage, type Story } from './stories.ts'

export const protocolsLiveStory: Story = {
  name: 'protocols of a cluster: the live state of an application, its plan, and what the operator does',
  async tell({ browser, picture }) {
    const stack = await startStack({ patience: '5m' })
    await using cluster = stack.cluster
    await using _running = stack.running
    await using dashboard = await startDashboard({ client: cluster.client, port: 0, access: 'open', name: 'iot' })
    await using opened = await openPage(browser, dashboard.url)
    const { page, complaints } = opened
    const node = (name: string, state: string) => page.getByRole('img', { name: new RegExp(`^${name} ${state}`) })
    await page.getByRole('link', { name: 'Protocols' }).click()
    await page.getByText('7 of 7 running').waitFor()
    await page.getByRole('link', { name: 'IotSnap default/root' }).click()
    await page.getByText('The goal is reached.').waitFor()
    await page.getByText('No operation is left.').waitFor()
    await node('gui', 'running').waitFor()

    await stack.crash('minio')
    await stack.rest()
    await node('minio', 'crashed').waitFor()
    await page.getByText('may repair itself before it is replaced').first().waitFor()
    await page.getByRole('listitem').filter({ hasText: 'minio.delete' }).first().waitFor()
    await page.getByText('ComponentDown').first().waitFor()
    await page.getByRole('img', { name: /^Step 1, handle cloudstorage.minio/ }).waitFor()
    await picture(page, 'protocols-live')
    await assertAccessible(page, 'an application, live')
    await page.getByRole('button', { name: 'Try it in the simulator' }).click()
    await page.getByRole('button', { name: /^minio crashed/ }).waitFor()
    await page.getByText('cloudstorage misses its minio.').waitFor()
    await page.goBack()
    await node('minio', 'crashed').waitFor()

    await stack.wait('6m')
    await stack.rest()
    await node('minio', 'running').waitFor()
    await page.getByText('The goal is reached.').waitFor()
    assert.deepEqual(complaints, [])
    const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
    await using phone = await openPage(
      browser,
      `${dashboard.url}#/protocols/iot.example.dev/v1/IotSnap/default/root`,
      options,
    )
    await phone.page.getByText('The goal is reached.').waitFor()
    await assertFits(phone.page, 'an application, live')
    await assertAccessible(phone.page, 'an application, live, dark, on a phone')
    await picture(phone.page, 'phone-protocols-live')
    assert.deepEqual(phone.complaints, [])
  },
}
