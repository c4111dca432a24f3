/**
 * Invented people, a profile, an admission and its orders, for looking at the screens without a
 * core.
 */
import type { EmrUser } from '../../../shared/model/clinic/emr-user.ts';
import type { Admission, Order, UnclearOrder } from '../../../shared/model/clinic/orders.ts';
import { problemsOfNew, said } from '../../../shared/model/clinic/user-rules.ts';
import type { ServiceUser } from '../../../shared/model/clinic/users.ts';
import { HOUR } from '../../../shared/time.ts';
import { type FakeHandlers, refuse } from './fake-handlers.ts';

const doctor = (id: string, name: string) => ({ id, name });
const names = [
  ['Asha', 'Rao'],
  ['Rahul', 'Das'],
  ['Salma', 'Ali'],
  ['Thomas', 'Roy'],
  ['Meena', 'Iyer'],
  ['Kavya', 'Nair'],
  ['Venkatanarasimharajuvaripeta', 'Subrahmanyeswaran'],
  ['आशा', 'शर्मा'],
] as const;

export const fakeClinic = (
  now: number,
  scene: { readonly unclearOrders?: boolean },
): FakeHandlers => ({ ...fakePeople(), ...fakeProfile(), ...fakeOrders(now, scene.unclearOrders) });

function fakePeople(): FakeHandlers {
  let people: ServiceUser[] = names.map(([firstName, lastName], index) => ({
    id: `17690000000000${index}`,
    firstName,
    lastName,
    mobile: index === 3 ? '' : `+91900000000${index}`,
    email: index % 2 === 0 ? `${firstName.length}.person@clinic.example` : '',
    isAdmin: index === 0,
    seatType: index % 3 === 0 ? 'p' : 'b',
    partnerId: index === 2 ? 'EMP-0017' : '',
    doctors: index === 1 ? [doctor('d-1', 'Asha Rao'), doctor('d-4', 'Thomas Roy')] : [],
    clinics: index < 3 ? [{ id: 'c-1', name: 'North clinic' }] : [],
  }));
  return {
    'users.list': () => people,
    'users.get': ({ id }) => people.find((one) => one.id === id) ?? refuse('missing', 'no-user'),
    'users.create': ({ user }) => {
      const problems = problemsOfNew(user, '2026-01-12');
      if (Object.keys(problems).length > 0) return { kind: 'refused', problems };
      if (user.mobile === '9000000000')
        return {
          kind: 'refused',
          problems: {
            mobile: [said.inUse],
            badge_colour: ['Pick a colour.'],
            message: ['No seat is left in this plan.'],
          },
        };
      const made: ServiceUser = {
        id: `u-${people.length}`,
        firstName: user.firstname ?? '',
        lastName: user.lastname ?? '',
        mobile: user.mobile ? `+91${user.mobile}` : '',
        email: user.email ?? '',
        isAdmin: user.is_admin ?? false,
        seatType: 'b',
        partnerId: '',
        doctors: (user.doctor_ids ?? []).map((id: string) => doctor(id, '')),
        clinics: [],
      };
      people = [...people, made];
      return { kind: 'done', id: made.id, found: false };
    },
    'users.change': ({ id, change }) => {
      people = people.map((one) =>
        one.id === id
          ? {
              ...one,
              firstName: change.firstname ?? one.firstName,
              isAdmin: change.is_admin ?? one.isAdmin,
            }
          : one,
      );
      return { kind: 'done', id, found: false };
    },
    'users.remove': ({ id }) => {
      people = people.filter((one) => one.id !== id);
    },
  };
}

function fakeProfile(): FakeHandlers {
  let profile: EmrUser = {
    oid: 'o-17',
    fln: 'Asha Kumari Rao',
    fn: 'Asha',
    mn: 'Kumari',
    ln: 'Rao',
    s: 'Dr',
    gen: 'F',
    dob: '1988-02-29',
    mobile: '+919000000001',
    email: 'asha@clinic.example',
    bg: 'B+',
    extras: { city: 'Pune', langs: ['mr', 'hi'], address: { pin: '411001' } },
  };
  return {
    'emrUser.own': () => profile,
    'emrUser.change': ({ change }) => {
      profile = { ...profile, ...(change as Partial<EmrUser>) };
      return { kind: 'done' };
    },
  };
}

function fakeOrders(now: number, hasUnclear = false): FakeHandlers {
  const admission: Admission = {
    id: '65f0c0ffee65f0c0ffee65f0',
    ipid: 'IP-2025-0017',
    stage: 'AD',
    status: 'UNDER_CARE',
    patientName: 'Farhan Shaikh',
    doctor: 'Dr K. Iyer',
    department: 'General medicine',
    facility: 'North hospital',
    bed: 'W2-12',
    attendee: 'Rubina Shaikh',
    admittedAt: new Date(now - 40 * HOUR).toISOString(),
  };
  const order = (id: string, status: string, ago: number, rxId: string): Order => ({
    id,
    owner: 'b-1',
    admissionId: admission.id,
    status,
    createdBy: 'u-17',
    rxId,
    createdAt: now - ago,
    updatedAt: now - ago + HOUR,
  });
  let orders: Order[] = [
    order('ord-1', 'DISPATCHED', 30 * HOUR, 'txn-11'),
    order('ord-2', 'CREATED', 2 * HOUR, 'rx-2025-009'),
    order('ord-3', 'CREATED', HOUR, ''),
  ];
  let unclear: UnclearOrder[] = hasUnclear
    ? [
        {
          key: '6e2a7c46-5a5e-4c0e-9d63-0a7a4f1f4c11',
          admissionId: admission.id,
          rxId: 'rx-2025-010',
          at: now - HOUR,
        },
      ]
    : [];
  return {
    'admissions.get': ({ id }) =>
      id === admission.id ? admission : refuse('missing', 'no-admission'),
    'orders.list': ({ admissionId }) => (admissionId === admission.id ? orders : []),
    'orders.create': ({ rxId = '' }) => {
      const made = order(`ord-${orders.length + 1}`, 'CREATED', 0, rxId);
      orders = [...orders, made];
      unclear = [];
      return { order: made, found: false };
    },
    'orders.setStatus': ({ id, status }) => {
      orders = orders.map((one) =>
        one.id === id ? { ...one, status, updatedAt: Date.now() } : one,
      );
      return orders.find((one) => one.id === id);
    },
    'orders.unclear': () => unclear,
    'orders.forgetUnclear': () => {
      unclear = [];
    },
  };
}
