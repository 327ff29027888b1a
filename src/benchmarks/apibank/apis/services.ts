/**
 * @file Implements the services of API-Bank: accounts, the home, the bank, health, travel, and others.
 */
import { strip } from '../../../common/plain-text.ts';
import { type ApiResult, type Json, sameJson } from '../call-text.ts';
import {
  type Api,
  type Arguments,
  checkFailed,
  dated,
  dateOf,
  DAY,
  field,
  lowered,
  makeApi,
  readDate,
  refuse,
  required,
  rowOf,
  sameOnceNormalised,
  succeeds,
  text,
  textField,
  TIME,
  timeOf,
  trimmed,
  uppered,
  userOf,
  type World,
} from './api.ts';

/** Code in the official source. The official API says that it sends this code by email. */
const VERIFICATION_CODE = 970420;

/** Number of the only account that exists before a call. */
const BANK_ACCOUNT = 'test';

/** Number of a new appointment. The official API draws a random number, but the check ignores the number. */
const NEW_APPOINTMENT = '10000000';

const accountOf = (given: Arguments, { databases }: World) =>
  rowOf(databases.Account, text(given, 'username'), 'The username does not exist.');

function forgotPassword(given: Arguments, world: World): Json {
  if (given.status === 'Verification Code') {
    // Each call is evaluated on a new tool manager, which has not seen the call with status 'Forgot Password'.
    refuse("You need to call the API with status 'Forgot Password' at first.");
  }
  if (given.status !== 'Forgot Password') refuse("The status is only 'Forgot Password' or 'Verification Code'.");
  if (!('username' in given) || !('email' in given)) refuse('The username and email are required for the first call.');
  if (accountOf(given, world).email !== given.email) refuse('The email is incorrect.');
  return VERIFICATION_CODE;
}

const isSwitchCorrect = sameOnceNormalised(lowered('name'), dated('time', TIME));

const scene =
  (missing: string) =>
  (given: Arguments, { databases }: World) =>
    rowOf(databases.Scenes, required(given, 'name', 'Scene name cannot be empty.').toLowerCase(), missing) as Json;

function bookHotel(given: Arguments, { databases }: World): string {
  const arrival = timeOf(text(given, 'check_in_time'), DAY);
  const departure = timeOf(text(given, 'check_out_time'), DAY);
  if (Number(given.adult_count) > 2 && given.room_count === 1) {
    refuse('The number of adults is greater than 2. Two rooms are ordered.');
  }
  const clashes = Object.values(databases.Hotel).some((order) => {
    if (order.hotel_name !== given.hotel_name) return false;
    const [from, to] = [timeOf(order.check_in_time, DAY), timeOf(order.check_out_time, DAY)];
    return (arrival >= from && arrival < to) || (departure > from && departure <= to);
  });
  if (clashes) refuse('The room is not available.');
  return String(Object.keys(databases.Hotel).length + 1);
}

/** Returns a patient's appointments on a day, as pairs of number and appointment. */
function appointmentsOn(given: Arguments, { databases }: World) {
  const patient = strip(text(given, 'patient_name'));
  const date = dateOf(given, 'date', DAY);
  return Object.entries(databases.Appointments).filter(
    ([, appointment]) => appointment.patient_name === patient && timeOf(appointment.date, DAY, readDate) === date,
  );
}

function registerAppointment(given: Arguments, world: World): string {
  const doctor = strip(text(given, 'doctor_name'));
  if (strip(text(given, 'patient_name')) === '' || doctor === '')
    refuse('Patient name or doctor name cannot be empty.');
  const [sameDay] = appointmentsOn(given, world);
  if (sameDay === undefined) return NEW_APPOINTMENT;
  return refuse(
    sameDay[1].doctor_name === doctor
      ? 'This appointment has already been registered.'
      : 'This patient has already been registered in this day.',
  );
}

const isRegistrationCorrect = sameOnceNormalised(trimmed('patient_name'), dated('date', DAY), trimmed('doctor_name'));

const appointmentOf = (given: Arguments, { databases }: World, message: string) =>
  rowOf(databases.Appointments, strip(text(given, 'appointment_id')), message);

function modifyAppointment(given: Arguments, world: World): void {
  const appointment = appointmentOf(given, world, 'The appointment ID does not exist.');
  const doctor = 'new_appointment_doctor' in given ? strip(text(given, 'new_appointment_doctor')) : null;
  if (doctor === '') refuse('Fail because the doctor name is empty.');
  const date = 'new_appointment_date' in given ? dateOf(given, 'new_appointment_date', DAY) : null;
  const [isSameDate, isSameDoctor] = [date === appointment.date, doctor === appointment.doctor_name];
  if ((date === null && doctor === null) || (isSameDate && isSameDoctor)) {
    refuse('Fail because no modification is made.');
  }
  if (isSameDate) refuse('Fail because date is not changed.');
  if (isSameDoctor) refuse('Fail because doctor is not changed.');
}

const orAbsent = (name: string, normalise: (input: Json) => string | null) => (input: Json) =>
  field(input, name) === null ? 'absent' : normalise(input);

/** Refuses every call, because the tool manager passes the data on as text and not as a list of entries. */
function recordHealthData(given: Arguments): never {
  required(given, 'user_id', 'The user id cannot be empty.');
  dateOf(given, 'time', TIME);
  const isEmpty = given.health_data === undefined || given.health_data === '';
  return refuse(isEmpty ? 'The health data cannot be empty.' : 'The health data has invalid format.');
}

function queryHealthData(given: Arguments, { databases }: World): Json {
  const user = required(given, 'user_id', 'The user id cannot be empty.').toUpperCase();
  const [start, end] = [dateOf(given, 'start_time', TIME), dateOf(given, 'end_time', TIME)];
  if (start > end) refuse('The start time cannot be later than the end time.');
  const all = rowOf(databases.HealthData, user, 'The user id does not exist.');
  const records = all.filter(({ time }) => time >= start && time <= end);
  return records.length > 0 ? (records as Json) : refuse('There is no health data in the given time span.');
}

/** Makes an API that looks up a symptom. @param column column that the API returns beside each disease's name */
const symptomApi = (column: 'aid' | 'description'): Api =>
  makeApi(
    'symptom',
    (given, { databases }) => {
      const symptom = required(given, 'symptom', 'The symptom cannot be empty.').toLowerCase();
      const diseases = rowOf(databases.Symptom, symptom, 'The symptom does not exist.');
      return diseases.map((disease) => ({ name: disease.name, [column]: disease[column] }));
    },
    (response: ApiResult, gold: ApiResult) => {
      // The official check raises an exception on an empty symptom.
      if (strip(textField(response.input, 'symptom')) === '') throw checkFailed('field-is-empty', 'symptom');
      return sameOnceNormalised(lowered('symptom'))(response, gold);
    },
  );

export const serviceApis: Record<string, Api> = {
  GetUserToken: makeApi('username password', (given, world) => {
    const { password, token } = accountOf(given, world);
    return password === given.password ? { token } : refuse('The password is incorrect.');
  }),
  RegisterUser: makeApi(
    'username password email',
    (given, { databases }) => {
      const username = text(given, 'username');
      if (Object.hasOwn(databases.Account, username)) refuse('The username already exists.');
      // The official API draws a random token, but the check ignores the token.
      return { token: `token-of-${username}` };
    },
    (response, gold) =>
      !(gold.output === null && response.output !== null) &&
      sameJson(response.input, gold.input) &&
      response.exception === gold.exception,
  ),
  DeleteAccount: makeApi('token', (given, world) => {
    userOf(given, world);
    return { status: 'success' };
  }),
  ModifyPassword: makeApi('token old_password new_password', (given, world) => {
    const account = world.databases.Account[userOf(given, world)];
    return account.password === given.old_password ? { status: 'success' } : refuse('The old password is incorrect.');
  }),
  ForgotPassword: {
    ...makeApi('status username? email? verification_code:int? new_password?', forgotPassword),
    input: (given) => ({ ...given }),
  },

  QueryScene: makeApi('name', scene('Scene not found.'), sameOnceNormalised(lowered('name'))),
  DeleteScene: succeeds('name', scene('The scene does not exist.'), sameOnceNormalised(lowered('name'))),
  TimedSwitch: succeeds(
    'name time on:bool',
    (given) => {
      required(given, 'name', 'Name cannot be empty.');
      dateOf(given, 'time', TIME);
    },
    (response, gold) =>
      isSwitchCorrect(response, gold) && sameJson(field(response.input, 'on'), field(gold.input, 'on')),
  ),
  CancelTimedSwitch: succeeds(
    'name time',
    (given, { databases }) => {
      const name = required(given, 'name', 'name cannot be empty.').toLowerCase();
      const time = dateOf(given, 'time', TIME);
      const switches = rowOf(databases.TimeSwitch, name, 'device name does not exist.');
      if (!switches.some((entry) => entry.time === time)) refuse('time does not exist.');
    },
    isSwitchCorrect,
  ),

  QueryBalance: makeApi(
    'token',
    (given, world) => {
      const user = userOf(given, world, 'The token is incorrect.');
      return rowOf(world.databases.Bank, user, 'The user does not have an account.').balance;
    },
    sameOnceNormalised(trimmed('token')),
  ),
  OpenBankAccount: makeApi('account password name', ({ account }) => (account === BANK_ACCOUNT ? 'failed' : 'success')),
  QueryStock: makeApi(
    'stock_code date',
    (given, { databases }) => {
      const code = required(given, 'stock_code', 'The stock code cannot be empty.').toUpperCase();
      const date = dateOf(given, 'date', DAY);
      const prices = rowOf(databases.Stock, code, 'The stock code does not exist.');
      return rowOf(prices, date, 'The stock price of this date is not maintained.');
    },
    sameOnceNormalised(uppered('stock_code'), dated('date', DAY)),
  ),

  AppointmentRegistration: makeApi(
    'patient_name date doctor_name',
    registerAppointment,
    // The appointment's number is not compared, but the output must be null if the gold output is null.
    (response, gold) =>
      isRegistrationCorrect({ ...response, output: null }, { ...gold, output: null }) &&
      !(gold.output === null && response.output !== null),
  ),
  CancelRegistration: succeeds(
    'appointment_id',
    (given, world) => appointmentOf(given, world, 'The appointment ID is incorrect.'),
    sameOnceNormalised(trimmed('appointment_id')),
  ),
  ModifyRegistration: succeeds(
    'appointment_id new_appointment_date? new_appointment_doctor?',
    modifyAppointment,
    sameOnceNormalised(
      trimmed('appointment_id'),
      orAbsent('new_appointment_date', dated('new_appointment_date', DAY)),
      orAbsent('new_appointment_doctor', trimmed('new_appointment_doctor')),
    ),
  ),
  QueryRegistration: makeApi(
    'patient_name date',
    (given, world) => {
      const found = appointmentsOn(given, world);
      return found.length > 0 ? (Object.fromEntries(found) as Json) : refuse('No appointments found.');
    },
    sameOnceNormalised(trimmed('patient_name'), dated('date', DAY)),
  ),
  // The official check ignores `health_data`.
  RecordHealthData: makeApi(
    'user_id time health_data:list?',
    recordHealthData,
    sameOnceNormalised(uppered('user_id'), dated('time', TIME)),
  ),
  QueryHealthData: makeApi(
    'user_id start_time end_time',
    queryHealthData,
    sameOnceNormalised(uppered('user_id'), dated('start_time', TIME), dated('end_time', TIME)),
  ),
  EmergencyKnowledge: symptomApi('aid'),
  SymptomSearch: symptomApi('description'),

  BookHotel: makeApi(
    'hotel_name check_in_time check_out_time room_count:int adult_count:int child_count:int',
    bookHotel,
  ),
  SendEmail: succeeds(
    'receiver subject content',
    (given) => {
      if (!/^[a-z0-9]+[._]?[a-z0-9]+@[\p{L}\p{N}_]+\.[\p{L}\p{N}_]{2,3}$/u.test(strip(text(given, 'receiver')))) {
        refuse('Email address of the receiver is invalid.');
      }
      required(given, 'subject', 'Subject cannot be empty.');
      required(given, 'content', 'Content cannot be empty.');
    },
    sameOnceNormalised(lowered('receiver'), trimmed('subject'), trimmed('content')),
  ),
  PlayMusic: makeApi(
    'music_name',
    (given) => `music://${required(given, 'music_name', 'The music name cannot be empty.').toLowerCase()}`,
    (response, gold) => sameJson(response.output, gold.output),
  ),
  // In the benchmark, today's date is fixed.
  GetToday: {
    ...makeApi('', () => '2023-03-31'),
    input: () => null,
    isCorrect: ({ input, output, exception }) => output !== null && exception === null && input === null,
  },
};
