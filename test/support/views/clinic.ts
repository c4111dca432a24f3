/** A clinic's people and its orders. */
import type { Page } from 'playwright-core';
import { clinic, openNote, practice, press, settled, type View } from './view.ts';

const openPeople = async (page: Page) => {
  await press(page, 'Clinic');
  await press(page, 'Team');
  await page.getByText('8 people').waitFor();
};
const openWard = async (page: Page) => {
  await press(page, 'Clinic');
  await press(page, 'Orders');
  await page.getByLabel('Admission number').fill('65f0c0ffee65f0c0ffee65f0');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Farhan Shaikh' }).waitFor();
};

export const clinicViews: readonly View[] = [
  { name: 'people', scene: clinic, reach: openPeople },
  {
    name: 'people-problems',
    scene: clinic,
    reach: async (page) => {
      await openPeople(page);
      await press(page, 'Add a person');
      await page.getByLabel('First name').fill('Asha');
      await page.getByLabel('Mobile').fill('12');
      await page.getByLabel('Doctors they work with').fill('d-1,d-9,');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'people-refused',
    scene: clinic,
    reach: async (page) => {
      await openPeople(page);
      await press(page, 'Add a person');
      await page.getByLabel('First name').fill('Asha');
      await page.getByLabel('Last name').fill('Rao');
      await page.getByText('Female').click();
      await page.getByLabel('Date of birth').fill('1988-02-29');
      await page.getByLabel('Mobile').fill('9000000000');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('Pick a colour.').waitFor();
    },
  },
  {
    name: 'people-remove',
    scene: clinic,
    reach: async (page) => {
      await openPeople(page);
      await press(page, 'Remove Salma Ali');
      await page.getByRole('alertdialog').waitFor();
      await settled(page);
    },
  },
  {
    name: 'people-profile',
    scene: clinic,
    reach: async (page) => {
      await openPeople(page);
      await press(page, 'Your profile');
      await page.getByText('More details, for your IT').click();
      await page
        .getByLabel('Details as JSON')
        .fill('{"address":{"geo":{"lat":1}},"l":[[1]],"_draft":1}');
      await page.getByText('extras.address.geo').waitFor();
    },
  },
  {
    name: 'orders-empty',
    scene: { ...practice, unclearOrders: true },
    reach: async (page) => {
      await press(page, 'Clinic');
      await press(page, 'Orders');
      await page.getByText('An order was sent, but no answer came').waitFor();
    },
  },
  {
    name: 'orders-mixed',
    scene: clinic,
    reach: async (page) => {
      await openWard(page);
      await page.getByRole('button', { name: /For which prescription/ }).click();
      await page.getByRole('option', { name: /Lakshmi Pillai/ }).click();
      await page.getByText('Is this the same patient?').waitFor();
    },
  },
  {
    name: 'orders-from-note',
    scene: clinic,
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await press(page, 'Visit details');
      await press(page, 'Order for the ward');
      await page
        .getByText('The order will be for the prescription of Farhan Shaikh', { exact: false })
        .waitFor();
    },
  },
  {
    name: 'orders-dispatch',
    scene: clinic,
    reach: async (page) => {
      await openWard(page);
      await press(page, 'Dispatch order ord-2');
      await page.getByRole('dialog').waitFor();
      await settled(page);
    },
  },
];
