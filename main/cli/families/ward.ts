/** Orders of a ward and their admissions. */
import type { Family } from './operation.ts';

const NUMBER = "the admission's number, then end of input";

export const orders: Family = {
  summary: 'orders of a ward, and their admissions',
  operations: {
    admission: {
      does: 'the admission of the number on standard input',
      run: async ({ ask, read }) => ask('admissions.get', { id: await read(NUMBER) }),
    },
    list: {
      does: "the orders of the admission's number on standard input, oldest first",
      run: async ({ ask, read }) => ask('orders.list', { admissionId: await read(NUMBER) }),
    },
    create: {
      does: "makes an order for the admission's number on standard input",
      options: ['rx'],
      async run({ ask, read, personal }, _none, { rx }) {
        const rxId = rx === undefined ? undefined : await personal(rx, '--rx');
        return ask('orders.create', {
          admissionId: await read(NUMBER),
          ...(rxId !== undefined && { rxId }),
        });
      },
    },
    dispatch: {
      does: 'marks an order as dispatched; it cannot be taken back',
      argument: 'ID',
      isPersonal: true,
      run: ({ ask }, id) => ask('orders.setStatus', { id, status: 'DISPATCHED' }),
    },
  },
  notes: [
    'These calls want a business token where the sign-in alone is not enough: see "account business-token".',
  ],
  examples: [
    'echo 65f0c0ffee65f0c0ffee65f0 | orders create --rx rx-9',
    'echo ord-1 | orders dispatch -',
  ],
};
