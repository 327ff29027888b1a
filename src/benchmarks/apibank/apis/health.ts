/** @file Implements API-Bank's health APIs: hospital appointments, recorded health data, symptoms. */
import {
  TIME,
  checkFailed,
  dated,
  field,
  lowered,
  refuse,
  required,
  requireDate,
  rowOf,
  sameOnceNormalised,
  succeeds,
  text,
  textField,
  trimmed,
  uppered,
  type Api,
  type Arguments,
  type World,
} from './api.ts';
import type { ApiResult, Json } from '../call-text.ts';
import { strip } from '../../../common/plain-text.ts';

const DAY = '%Y-%m-%d';

/** The official API draws a random number, but the check ignores it. */
const NEW_APPOINTMENT = '10000000';

const appointmentOf = (given: Arguments, { databases }: World, message: string) =>
  rowOf(databases.Appointments, strip(text(given, 'appointment_id')), message);

const orAbsent = (name: string, normalise: (input: Json) => string | null) => (input: Json) =>
  field(input, name) === null ? 'absent' : normalise(input);

const appointmentApis: Record<string, Api> = {
  AppointmentRegistration: {
    parameters: { patient_name: 'str', date: 'str', doctor_name: 'str' },
    run(given, world) {
      const patient_name = strip(text(given, 'patient_name'));
      const doctor_name = strip(text(given, 'doctor_name'));
      if (patient_name === '' || doctor_name === '') refuse('Patient name or doctor name cannot be empty.');
      const date = requireDate(text(given, 'date'), DAY);
      const { Appointments } = world.databases;
      const sameDay = Object.values(Appointments).find(
        (appointment) => appointment.patient_name === patient_name && requireDate(appointment.date, DAY) === date,
      );
      if (sameDay !== undefined) {
        const isSame = sameDay.doctor_name === doctor_name;
        refuse(
          `This ${isSame ? 'appointment has already been registered' : 'patient has already been registered in this day'}.`,
        );
      }
      return NEW_APPOINTMENT;
    },
    isCorrect(response, gold) {
      const inputs = sameOnceNormalised(trimmed('patient_name'), dated('date', DAY), trimmed('doctor_name'));
      // The appointment's number is not compared, only whether there may be one.
      return (
        inputs({ ...response, output: null }, { ...gold, output: null }) &&
        !(gold.output === null && response.output !== null)
      );
    },
  },

  CancelRegistration: succeeds(
    { appointment_id: 'str' },
    (given, world) => appointmentOf(given, world, 'The appointment ID is incorrect.'),
    sameOnceNormalised(trimmed('appointment_id')),
  ),

  ModifyRegistration: {
    ...succeeds(
      { appointment_id: 'str', new_appointment_date: 'str', new_appointment_doctor: 'str' },
      modifyRegistration,
      sameOnceNormalised(
        trimmed('appointment_id'),
        orAbsent('new_appointment_date', dated('new_appointment_date', DAY)),
        orAbsent('new_appointment_doctor', trimmed('new_appointment_doctor')),
      ),
    ),
    optional: ['new_appointment_date', 'new_appointment_doctor'],
  },

  QueryRegistration: {
    parameters: { patient_name: 'str', date: 'str' },
    run(given, { databases }) {
      const patient = strip(text(given, 'patient_name'));
      const date = requireDate(text(given, 'date'), DAY);
      const found = Object.entries(databases.Appointments).filter(
        ([, appointment]) => appointment.patient_name === patient && requireDate(appointment.date, DAY) === date,
      );
      if (found.length === 0) refuse('No appointments found.');
      return Object.fromEntries(found) as Json;
    },
    isCorrect: sameOnceNormalised(trimmed('patient_name'), dated('date', DAY)),
  },
};

function modifyRegistration(given: Arguments, world: World): void {
  const appointment = appointmentOf(given, world, 'The appointment ID does not exist.');
  const doctor = 'new_appointment_doctor' in given ? strip(text(given, 'new_appointment_doctor')) : null;
  if (doctor === '') refuse('Fail because the doctor name is empty.');
  const date = 'new_appointment_date' in given ? requireDate(text(given, 'new_appointment_date'), DAY) : null;

  const keepsDate = date === null || date === appointment.date;
  const keepsDoctor = doctor === null || doctor === appointment.doctor_name;
  if ((date === null && doctor === null) || (date !== null && doctor !== null && keepsDate && keepsDoctor)) {
    refuse('Fail because no modification is made.');
  }
  if (date !== null && keepsDate) refuse('Fail because date is not changed.');
  if (doctor !== null && keepsDoctor) refuse('Fail because doctor is not changed.');
}

const healthDataApis: Record<string, Api> = {
  RecordHealthData: {
    parameters: { user_id: 'str', time: 'str', health_data: 'list' },
    optional: ['health_data'],
    run: recordHealthData,
    // The official check does not look at the data.
    isCorrect: sameOnceNormalised(uppered('user_id'), dated('time', TIME)),
  },

  QueryHealthData: {
    parameters: { user_id: 'str', start_time: 'str', end_time: 'str' },
    run(given, { databases }) {
      const user = required(given, 'user_id', 'The user id cannot be empty.').toUpperCase();
      const start = requireDate(text(given, 'start_time'), TIME);
      const end = requireDate(text(given, 'end_time'), TIME);
      if (start > end) refuse('The start time cannot be later than the end time.');
      const all = rowOf(databases.HealthData, user, 'The user id does not exist.');
      const records = all.filter(({ time }) => time >= start && time <= end);
      if (records.length === 0) refuse('There is no health data in the given time span.');
      return records as Json;
    },
    isCorrect: sameOnceNormalised(uppered('user_id'), dated('start_time', TIME), dated('end_time', TIME)),
  },
};

/** The tool manager passes the data on as text, and a text's characters are no entries, so that it never succeeds. */
function recordHealthData(given: Arguments): never {
  required(given, 'user_id', 'The user id cannot be empty.');
  requireDate(text(given, 'time'), TIME);
  const isEmpty = given.health_data === undefined || given.health_data === '';
  return refuse(isEmpty ? 'The health data cannot be empty.' : 'The health data has invalid format.');
}

/** Both symptom APIs look a symptom up; they differ in the column they give beside the disease's name. */
const symptomApi = (column: 'aid' | 'description'): Api => ({
  parameters: { symptom: 'str' },
  run(given, { databases }) {
    const symptom = required(given, 'symptom', 'The symptom cannot be empty.').toLowerCase();
    const diseases = rowOf(databases.Symptom, symptom, 'The symptom does not exist.');
    return diseases.map((disease) => ({ name: disease.name, [column]: disease[column] }));
  },
  isCorrect(response: ApiResult, gold: ApiResult) {
    // An empty symptom ends the official check with an exception.
    if (strip(textField(response.input, 'symptom')) === '') throw checkFailed('field-is-empty', 'symptom');
    return sameOnceNormalised(lowered('symptom'))(response, gold);
  },
});

export const healthApis: Record<string, Api> = {
  ...appointmentApis,
  ...healthDataApis,
  EmergencyKnowledge: symptomApi('aid'),
  SymptomSearch: symptomApi('description'),
};
